import type { ReactNode } from "react";

type Props = {
  /** What the first press says, such as "Revoke". */
  label: string;
  /** What will happen, in a sentence. */
  question: string;
  /** The form that does it. */
  children: ReactNode;
};

/** Asks before something that can't be undone is done: the form appears after a first press. Works without scripts. */
export function Confirm({ label, question, children }: Props) {
  return (
    <details className="group rounded-soft">
      <summary className="inline-flex min-h-11 list-none items-center rounded-soft border border-edge px-4 font-medium text-negative hover:bg-sunken">
        {label}
      </summary>
      <div className="mt-3 grid gap-3 rounded-soft border border-negative bg-negative-tint p-4 text-start">
        <p>{question}</p>
        {children}
      </div>
    </details>
  );
}
