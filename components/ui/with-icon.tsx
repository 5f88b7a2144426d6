import type { ReactNode } from "react";

type Props = { icon: ReactNode; children: ReactNode };

/** Words behind an icon, which stays beside the first one where they take several lines. */
export function WithIcon({ icon, children }: Props) {
  return (
    <span className="text-balance">
      <span className="me-2 inline-block align-[-0.25em]">{icon}</span>
      {children}
    </span>
  );
}
