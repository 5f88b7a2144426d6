"use client";

import { PlainPage } from "#components/ui/plain-page.tsx";
import { failure } from "#lib/i18n/messages/en/failure.ts";
import "./globals.css";

/** Stands in for the whole page when even the layout failed, which would have known the reader's language. */
export default function GlobalError() {
  return (
    <html lang="en">
      <body>
        <title>{failure.errorTitle}</title>
        <PlainPage title={failure.errorTitle} lead={failure.errorLead} />
      </body>
    </html>
  );
}
