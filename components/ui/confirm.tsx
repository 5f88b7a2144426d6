import type { ReactNode } from "react";

type Props = {
  /** Text of the first button, such as "Revoke". */
  label: string;
  question: string;
  children: ReactNode;
};

/** For irreversible actions: the first press reveals the form. Works without scripts. */
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
