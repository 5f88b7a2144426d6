"use client";

import { useEffect, useState } from "react";
import { ButtonLink } from "#components/ui/button.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { handBack } from "#sdk/js/src/browser.ts";
import type { AppWords } from "./app-frame.tsx";

/** Passes this page's address to the app's page, and closes the window if the browser allows it. */
export function HandBack({ words }: { words: AppWords["return"] }) {
  const [isHandled, setIsHandled] = useState(true);
  useEffect(() => {
    const { search, pathname } = window.location;
    if (search === "") return;
    const hasHandedBack = handBack(search);
    setIsHandled(hasHandedBack);
    window.history.replaceState(null, "", pathname);
    if (hasHandedBack) window.close();
  }, []);
  return (
    <div className="grid gap-6">
      <PageTitle lead={isHandled ? words.lead : words.nothing}>{words.title}</PageTitle>
      <ButtonLink href="/sandbox/app" look="secondary" wide>
        {words.link}
      </ButtonLink>
    </div>
  );
}
