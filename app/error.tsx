"use client";

import { useEffect } from "react";
import { tellParent } from "#components/checkout/parent-frame.ts";
import { Button } from "#components/ui/button.tsx";
import { useErrorWords } from "#components/ui/error-words.tsx";
import { PlainPage } from "#components/ui/plain-page.tsx";

/** Rendered in the browser, in the words the layout brought along. */
export default function ErrorPage({ reset }: { reset: () => void }) {
  const { title, lead, again } = useErrorWords();
  // A checkout that breaks in a shop's page is told to that page.
  useEffect(() => tellParent({ type: "error", code: "unexpected" }), []);
  return (
    <PlainPage title={title} lead={lead}>
      <Button type="button" onClick={reset}>
        {again}
      </Button>
    </PlainPage>
  );
}
