import type { ReactNode } from "react";
import { Card } from "#components/ui/card.tsx";

type Props = { id: string; title: string; lead?: string; children: ReactNode };

export function Section({ id, title, lead, children }: Props) {
  return (
    <Card labelledBy={id}>
      <div className="grid gap-5">
        <div className="grid gap-1">
          <h2 id={id} className="font-semibold text-lg">
            {title}
          </h2>
          {lead && <p className="max-w-prose text-muted">{lead}</p>}
        </div>
        {children}
      </div>
    </Card>
  );
}
