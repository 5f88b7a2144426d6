"use client";

import { unstable_isUnrecognizedActionError as isUnknownAction } from "next/navigation";
import { useEffect } from "react";
import { sendToParent } from "#components/checkout/parent-frame.ts";
import { Button } from "#components/ui/button.tsx";
import { useErrorWords } from "#components/ui/error-words.tsx";
import { PlainPage } from "#components/ui/plain-page.tsx";

/** Runs in the browser; the layout provides the texts. */
export default function ErrorPage({ error }: { error: unknown }) {
  const { title, lead, again } = useErrorWords();
  // Page and server are of different builds: the action did not run.
  const isOutdated = isUnknownAction(error);
  useEffect(() => {
    if (isOutdated) loadAfresh();
    // For the shop's page around the frame.
    else sendToParent({ type: "error", code: "unexpected" });
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

/** Reloads with a GET: a plain reload would repeat a POST. */
function loadAfresh(): void {
  const { pathname, search } = window.location;
  window.location.replace(pathname + search);
}
