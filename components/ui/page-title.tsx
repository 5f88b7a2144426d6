import type { ReactNode } from "react";

type Props = { children: ReactNode; id?: string /** A quiet line below. */; lead?: ReactNode };

/** The one `h1` of a page. It can take the focus, so that a change of screen is read out. */
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
