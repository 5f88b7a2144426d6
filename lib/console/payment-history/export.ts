import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import { csvHead, toCsv } from "./csv.ts";
import { isFiltered, type PaymentFilter } from "./filter.ts";
import { NEWEST_FIRST, type PaymentOwner, type PaymentPosition } from "./payment.ts";
import { type ReadingDeps, selectionOf } from "./reading.ts";
import * as repository from "./repository.ts";

// A page is written at once: 12 ms with the largest metadata.
const PAGE_SIZE = 100;

export type Export = PaymentOwner & { filter: PaymentFilter; actor: Actor; pageSize?: number };

/** Writes the audit entry before the first part. */
export async function* exportCsv(
  deps: ReadingDeps,
  { actor, pageSize = PAGE_SIZE, ...place }: Export,
): AsyncGenerator<string, void> {
  const { db, clock, bankNames } = deps;
  const { accountId, mode, filter } = place;
  const names = await bankNames(mode);
  await db.transaction((tx) =>
    recordAudit(tx, clock.now(), {
      accountId,
      actor,
      action: "transactions.exported",
      target: accountId,
      details: { mode, filtered: isFiltered(filter) },
    }),
  );
  const selection = { ...selectionOf(deps, place), order: NEWEST_FIRST };
  let after: PaymentPosition | undefined;
  let head = csvHead();
  for (;;) {
    const rows = await repository.listToExport(db, { ...selection, after }, pageSize);
    yield head + toCsv(rows, (bankId) => names[bankId] ?? bankId);
    head = "";
    after = rows.at(-1);
    if (rows.length < pageSize) return;
  }
}
