import type { ReactNode } from "react";

type Props = { icon: ReactNode; children: ReactNode };

/**
 * Words behind an icon, which stays beside the first one where they take several lines. The icon follows them in the page, so
 * that one that is painted before it has arrived as a whole does not move the icon aside.
 */
export function WithIcon({ icon, children }: Props) {
  return (
    <span className="text-balance">
      <span className="relative ps-[1.75em]">
        {children}
        <span className="absolute start-0 top-[0.58em] -translate-y-1/2">{icon}</span>
      </span>
    </span>
  );
}
