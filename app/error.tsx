"use client";

import { Button } from "#components/ui/button.tsx";
import { useErrorWords } from "#components/ui/error-words.tsx";
import { PlainPage } from "#components/ui/plain-page.tsx";

/** Rendered in the browser, in the words the layout brought along. */
export default function ErrorPage({ reset }: { reset: () => void }) {
  const { title, lead, again } = useErrorWords();
  return (
    <PlainPage title={title} lead={lead}>
      <Button type="button" onClick={reset}>
        {again}
      </Button>
    </PlainPage>
  );
}
