import type { ReactNode } from "react";

type Props = {
  title: string;
  lead: string;
  children?: ReactNode;
};

export function EmptyState({ title, lead, children }: Props) {
  return (
    <div className="grid justify-items-start gap-3 rounded-soft border border-line border-dashed p-6">
      <p className="font-semibold">{title}</p>
      <p className="text-muted">{lead}</p>
      {children}
    </div>
  );
}
