import type { ReactNode } from "react";
import { Card } from "#components/ui/card.tsx";

type Props = { id: string; title: string; children: ReactNode };

export function Section({ id, title, children }: Props) {
  return (
    <Card labelledBy={id}>
      <div className="grid min-w-0 gap-4">
        <h2 id={id} className="font-semibold text-lg">
          {title}
        </h2>
        {children}
      </div>
    </Card>
  );
}
