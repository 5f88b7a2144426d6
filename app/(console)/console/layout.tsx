import type { ReactNode } from "react";
import { ButtonWords } from "#components/ui/button-words.tsx";
import { merchantText } from "#lib/next/request/text.ts";

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const { busy, copy, copied } = (await merchantText()).messages.console;
  return (
    <ButtonWords words={{ busy, copy, copied }}>
      {/* Browsers that paint a page in parts would move its header. */}
      <link rel="expect" href="#page-end" blocking="render" />
      {children}
      <template id="page-end" />
    </ButtonWords>
  );
}
