import type { ReactNode } from "react";
import type { Text } from "#lib/platform/i18n/format.ts";

/** A page of shoppers with made-up data, in the language of `text`. */
export type Fixture = (text: Text) => { title: string; page: ReactNode };
