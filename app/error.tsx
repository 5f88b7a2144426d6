"use client";

import { Button } from "#components/ui/button.tsx";
import { PlainPage } from "#components/ui/plain-page.tsx";
import { common } from "#lib/i18n/messages/en/common.ts";

/** Rendered in the browser, where no language but the source is at hand. */
export default function ErrorPage({ reset }: { reset: () => void }) {
  return (
    <PlainPage title={common.errorTitle} lead={common.errorLead}>
      <Button type="button" onClick={reset}>
        {common.errorAgain}
      </Button>
    </PlainPage>
  );
}
