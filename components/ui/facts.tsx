import type { ReactNode } from "react";

export type Fact = {
  label: string;
  value: ReactNode;
  figures?: boolean;
};

/** Long values wrap below their label on narrow screens. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className="divide-y divide-line">
      {facts.map(({ label, value, figures }) => (
        <div
          key={label}
          className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-2.5"
        >
          <dt className="text-muted">{label}</dt>
          <dd
            className={`ms-auto wrap-anywhere min-w-0 text-end font-medium ${figures ? "tabular-nums" : ""}`}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
