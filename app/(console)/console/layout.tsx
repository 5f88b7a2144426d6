import type { ReactNode } from "react";
import { ButtonWords } from "#components/ui/button-words.tsx";
import { console as words } from "#lib/platform/i18n/messages/en/console.ts";

const { busy, copy, copied } = words;

export default function ConsoleLayout({ children }: { children: ReactNode }) {
  return <ButtonWords words={{ busy, copy, copied }}>{children}</ButtonWords>;
}
