import type { ReactNode } from "react";

type Props = {
  children: ReactNode;
  labelledBy?: string;
  /** `roomy` for the only card of a page, `regular` in lists. */
  padding?: "regular" | "roomy" | "none";
};

const PADDINGS = { none: "", regular: "p-4 sm:p-6", roomy: "px-5 py-6 sm:p-8" } as const;

export function Card({ children, labelledBy, padding = "regular" }: Props) {
  return (
    <section
      aria-labelledby={labelledBy}
      className={`rounded-soft border border-line bg-card shadow-card ${PADDINGS[padding]}`}
    >
      {children}
    </section>
  );
}
