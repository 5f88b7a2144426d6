"use client";

import { useEffect, useState } from "react";
import { PlainPage } from "#components/ui/plain-page.tsx";
import type { failureIn } from "#lib/platform/i18n/failures.ts";
import { failure } from "#lib/platform/i18n/messages/en/failure.ts";
import "./globals.css";

type Said = ReturnType<typeof failureIn>;

const ENGLISH: Said = { lang: "en", dir: "ltr", words: failure };

/** Replaces the page if the layout fails. The browser provides the language. */
export default function GlobalError() {
  const [{ lang, dir, words }, setSaid] = useState(ENGLISH);
  useEffect(() => {
    // Loaded on demand: every page includes this one, but not sixteen languages.
    import("#lib/platform/i18n/failures.ts").then(
      ({ failureIn }) => setSaid(failureIn(wishes())),
      // Stays English if nothing loads.
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
