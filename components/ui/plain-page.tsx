import type { ReactNode } from "react";
import { Card } from "./card.tsx";
import { PageShell } from "./page-shell.tsx";
import { PageTitle } from "./page-title.tsx";

type Props = {
  title: string;
  lead: string;
  /** Above the page, such as a line that names test mode. */
  top?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
};

export function PlainPage({ title, lead, top, children, footer }: Props) {
  return (
    <PageShell top={top} footer={footer}>
      <Card padding="roomy">
        <div className="grid grid-cols-1 gap-6">
          <PageTitle lead={lead}>{title}</PageTitle>
          {children}
        </div>
      </Card>
    </PageShell>
  );
}
