import type { ReactNode } from "react";
import type { Text } from "#lib/platform/i18n/format.ts";

export type Fixture = (text: Text) => { title: string; page: ReactNode };
