import type { ReactNode } from "react";
import { Card } from "#components/ui/card.tsx";
import { Facts } from "#components/ui/facts.tsx";

export type LedgerEntry = {
  id: string;
  title: string;
  amount?: string;
  at: string;
  facts: { label: string; value: ReactNode; figures?: boolean }[];
};

type Props = { id: string; title: string; empty: string; entries: LedgerEntry[] };

export function LedgerList({ id, title, empty, entries }: Props) {
  return (
    <section aria-labelledby={id} className="grid content-start gap-3">
      <h2 id={id} className="font-semibold text-lg">
        {title}
      </h2>
      {entries.length === 0 && <p className="text-muted">{empty}</p>}
      <ul className="grid gap-3">
        {entries.map((entry) => (
          <li key={entry.id}>
            <Card>
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <h3 className="min-w-0 font-semibold">{entry.title}</h3>
                {entry.amount && <p className="font-semibold tabular-nums">{entry.amount}</p>}
              </div>
              <p className="text-muted text-sm tabular-nums">{entry.at}</p>
              <div className="mt-2 text-sm">
                <Facts facts={entry.facts} />
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  );
}
