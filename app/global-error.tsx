"use client";

import { PlainPage } from "#components/ui/plain-page.tsx";
import { common } from "#lib/i18n/messages/en/common.ts";
import "./globals.css";

/** Stands in for the whole page when even the layout failed, which would have known the reader's language. */
export default function GlobalError() {
  return (
    <html lang="en">
      <body>
        <title>{common.errorTitle}</title>
        <PlainPage title={common.errorTitle} lead={common.errorLead} />
      </body>
    </html>
  );
}
