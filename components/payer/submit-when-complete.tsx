import type { ReactNode } from "react";
import { PageElement } from "#components/ui/page-element.tsx";
import type { SubmitWhenCompleteProps } from "./submit-when-complete.script.ts";

/** As many as lib/payments/payers/codes.ts makes. */
const DIGITS = 6;

export function SubmitWhenComplete({ children }: { children: ReactNode }) {
  return (
    <PageElement<SubmitWhenCompleteProps>
      name="page-submit-when-complete"
      props={{ digits: DIGITS }}
      className="block"
    >
      {children}
    </PageElement>
  );
}
