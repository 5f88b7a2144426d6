import type { ReactNode } from "react";
import { PageLink } from "#components/ui/page-link.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { StepMark } from "./step-mark.tsx";

type Props = {
  text: MerchantText;
  number: number;
  title: string;
  /** Absent without the role. */
  href: string | undefined;
  state: "done" | "current" | "open";
  children?: ReactNode;
};

/** Shape and text show the state, not colour alone. */
export function StepRow({ text, number, title, href, state, children }: Props) {
  const words = text.messages.onboarding;
  const spoken = { done: words.done, current: words.now, open: words.open }[state];
  return (
    <li
      aria-current={state === "current" ? "step" : undefined}
      className={`flex gap-4 px-4 py-4 sm:px-6 ${state === "current" ? "bg-sunken" : ""}`}
    >
      <StepMark state={state} number={number} />
      <div className="grid min-w-0 flex-1 gap-1">
        <h3 className="font-semibold">
          {href && state !== "current" ? (
            <PageLink className="link" href={href}>
              {title}
            </PageLink>
          ) : (
            title
          )}
          <span className="sr-only"> ({spoken})</span>
        </h3>
        {children}
      </div>
    </li>
  );
}
