import type { ReactNode } from "react";

type Props = { children: ReactNode; id?: string; lead?: ReactNode };

/** The only `h1` of a page. Focusable, so that a change of screen is read out. */
export function PageTitle({ children, id = "title", lead }: Props) {
  return (
    <div className="grid gap-1">
      <h1 id={id} tabIndex={-1} className="text-title">
        {children}
      </h1>
      {lead && <p className="text-muted">{lead}</p>}
    </div>
  );
}
