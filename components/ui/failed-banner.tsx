"use client";

import { Banner } from "./banner.tsx";
import { useErrorWords } from "./error-words.tsx";

/** Shown by busy-forms.script.ts if a form with `data-stays` can't be sent. */
export function FailedBanner() {
  return (
    <div data-failed="" hidden>
      <Banner tone="negative" alert>
        <p>{useErrorWords().lead}</p>
      </Banner>
    </div>
  );
}
