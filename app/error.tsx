"use client";

import { unstable_isUnrecognizedActionError as isUnknownAction } from "next/navigation";
import { useEffect } from "react";
import { tellParent } from "#components/checkout/parent-frame.ts";
import { Button } from "#components/ui/button.tsx";
import { useErrorWords } from "#components/ui/error-words.tsx";
import { PlainPage } from "#components/ui/plain-page.tsx";

/** Rendered in the browser, in the words the layout brought along. */
export default function ErrorPage({ error }: { error: unknown }) {
  const { title, lead, again } = useErrorWords();
  // The page is of another build than the server that was to run its action: nothing was done.
  const isOutdated = isUnknownAction(error);
  useEffect(() => {
    if (isOutdated) loadAfresh();
    // The shop's page learns that the checkout in its frame broke.
    else tellParent({ type: "error", code: "unexpected" });
  }, [isOutdated]);
  if (isOutdated) return null;
  return (
    <PlainPage title={title} lead={lead}>
      <Button type="button" onClick={loadAfresh}>
        {again}
      </Button>
    </PlainPage>
  );
}

/** Loads the whole page again, scripts too, as a GET: a reload would repeat the POST that some pages come from. */
function loadAfresh(): void {
  const { pathname, search } = window.location;
  window.location.replace(pathname + search);
}
