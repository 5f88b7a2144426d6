"use client";

import { useEffect, useState } from "react";
import { PlainPage } from "#components/ui/plain-page.tsx";
import type { failureIn } from "#lib/platform/i18n/failures.ts";
import { failure } from "#lib/platform/i18n/messages/en/failure.ts";
import "./globals.css";

type Said = ReturnType<typeof failureIn>;

const ENGLISH: Said = { lang: "en", dir: "ltr", words: failure };

/**
 * Stands in for the whole page when even the layout failed, which would have known the reader's language: the browser
 * knows it too.
 */
export default function GlobalError() {
  const [{ lang, dir, words }, setSaid] = useState(ENGLISH);
  useEffect(() => {
    // Browsers get this page along with every other one, but no words of sixteen languages before they are needed.
    import("#lib/platform/i18n/failures.ts").then(
      ({ failureIn }) => setSaid(failureIn(wishes())),
      // It stays English where nothing can be loaded any more.
      () => undefined,
    );
  }, []);
  return (
    <html lang={lang} dir={dir}>
      <body>
        <title>{words.errorTitle}</title>
        <PlainPage title={words.errorTitle} lead={words.errorLead} />
      </body>
    </html>
  );
}

function wishes(): string[] {
  const asked = new URLSearchParams(window.location.search).get("lang");
  return [asked ?? "", ...navigator.languages];
}
