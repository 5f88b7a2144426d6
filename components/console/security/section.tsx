import type { ReactNode } from "react";
import { Card } from "#components/ui/card.tsx";

type Props = {
  id: string;
  title: string;
  aside?: ReactNode;
  children: ReactNode;
};

export function Section({ id, title, aside, children }: Props) {
  return (
    <Card labelledBy={id}>
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <h2 id={id} className="font-semibold text-lg">
            {title}
          </h2>
          {aside}
        </div>
        {children}
      </div>
    </Card>
  );
}
