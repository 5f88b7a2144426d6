import type { ReactNode } from "react";

type Props = { icon: ReactNode; children: ReactNode };

/**
 * Words behind an icon, which stays beside the first one where they take several lines. The icon comes last in the markup: before
 * the words, it could be painted while they had not yet arrived, and then jump.
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
