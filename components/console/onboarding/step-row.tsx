import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "#components/ui/icon.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Props = {
  text: MerchantText;
  title: string;
  state: "done" | "current" | "open";
  children?: ReactNode;
};

/** Shape and text show the state, not colour alone. */
export function StepRow({ text, title, state, children }: Props) {
  const words = text.messages.onboarding;
  const spoken = { done: words.done, current: words.now, open: words.open }[state];
  return (
    <li
      aria-current={state === "current" ? "step" : undefined}
      className={`flex gap-4 px-4 py-4 sm:px-6 ${state === "current" ? "bg-sunken" : ""}`}
    >
      <StepMark state={state} />
      <div className="grid min-w-0 flex-1 gap-1">
        <h3 className={`font-semibold ${state === "open" ? "text-muted" : ""}`}>
          {title}
          <span className="sr-only"> ({spoken})</span>
        </h3>
        {children}
      </div>
    </li>
  );
}

function StepMark({ state }: Pick<Props, "state">) {
  if (state === "done") {
    return (
      <span className="grid size-7 shrink-0 place-items-center rounded-full bg-accent text-on-accent">
        <Icon of={Check} size={16} />
      </span>
    );
  }
  const look = state === "current" ? "border-accent" : "border-edge";
  return (
    <span className={`grid size-7 shrink-0 place-items-center rounded-full border-2 ${look}`}>
      {state === "current" && (
        <span className="size-2.5 rounded-full bg-accent forced-colors:bg-[Highlight]" />
      )}
    </span>
  );
}
