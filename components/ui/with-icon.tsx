import type { ReactNode } from "react";

type Props = { icon: ReactNode; children: ReactNode };

/** The icon comes last in the markup: before the text, it could be painted early and then jump. */
export function WithIcon({ icon, children }: Props) {
  return (
    <span className="text-balance">
      <span className="relative ps-[min(1.75em,32px)]">
        {children}
        <span className="absolute start-0 top-[0.66em] -translate-y-1/2">{icon}</span>
      </span>
    </span>
  );
}
