"use client";

import { type ReactNode, useId } from "react";

type Props = {
  /** Whether `children` have what the page alone would not have. */
  isResponse: boolean;
  children: ReactNode;
};

/** What the response to a form shows stays when the page is refreshed, see show-page.script.ts. */
export function Response({ isResponse, children }: Props) {
  return (
    <div id={`response${useId()}`} data-response={isResponse ? "" : undefined} className="contents">
      {children}
    </div>
  );
}
