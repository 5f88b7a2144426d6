import { fundsOf } from "#lib/payments/model/funds.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { nextDay, startOfDay } from "#lib/platform/values/local-day.ts";
import { type BookDay, type BookEntry, type BookOwner, type BookTotal, totalsOf } from "./entry.ts";
import * as repository from "./repository.ts";

// A page is written at once, and takes as many entries of each sample from the index.
const PAGE_SIZE = 200;

type Deps = { db: Database; clock: Clock };

export type BookService = ReturnType<typeof createBooks>;

/** What an account was paid on a day, and what it paid back. */
export function createBooks({ db, clock }: Deps) {
  return {
    day: (date: string, timeZone: string): BookDay => dayOf(date, timeZone),

    /** Whether all entries of the day are there. Money of them may still be seen later. */
    isOver: ({ to }: BookDay) => clock.now() >= to,

    /** By time, in parts. */
    entries: (owner: BookOwner, day: BookDay, pageSize?: number) =>
      entriesOf(db, owner, day, pageSize),

    /** The same for a member, who is noted. */
    entriesFor: (owner: BookOwner, day: BookDay, actor: Actor) =>
      entriesFor({ db, clock }, owner, day, actor),

    totals: (owner: BookOwner, day: BookDay) => readTotals(db, owner, day),
  };
}

export function dayOf(date: string, timeZone: string): BookDay {
  const from = startOfDay(date, timeZone);
  return { date, timeZone, from, to: startOfDay(nextDay(date), timeZone) };
}

/** Refunds join here, by the time they were sent. */
async function* entriesOf(
  db: Database,
  owner: BookOwner,
  day: BookDay,
  pageSize = PAGE_SIZE,
): AsyncGenerator<BookEntry[], void> {
  let after: repository.Position | undefined;
  for (;;) {
    const rows = await repository.listPaid(db, owner, day, after, pageSize);
    const entries = rows.map(toEntry);
    if (entries.length > 0) yield entries;
    after = entries.at(-1);
    if (entries.length < pageSize) return;
  }
}

/** Writes the audit entry before the first part. */
async function* entriesFor({ db, clock }: Deps, owner: BookOwner, day: BookDay, actor: Actor) {
  const { accountId, mode } = owner;
  await db.transaction((tx) =>
    recordAudit(tx, clock.now(), {
      accountId,
      actor,
      action: "transactions.exported",
      target: accountId,
      details: { mode, filtered: true },
    }),
  );
  yield* entriesOf(db, owner, day);
}

type Paid = Awaited<ReturnType<typeof repository.listPaid>>[number];

function toEntry({ status, finishedAt, seenFunds, seenFundsAt, ...paid }: Paid): BookEntry {
  const { funds, fundsAt } = fundsOf({ status, finishedAt, seenFunds, seenFundsAt });
  return { type: "payment", ...paid, funds: funds === "unknown" ? "expected" : funds, fundsAt };
}

/** Refunds join here, as parts with the type `refund`. */
async function readTotals(db: Database, owner: BookOwner, day: BookDay): Promise<BookTotal[]> {
  const groups = await repository.sumPaid(db, owner, day);
  return totalsOf(
    groups.map(({ funds, ...group }) => ({
      ...group,
      type: "payment" as const,
      funds: funds ?? ("expected" as const),
    })),
  );
}
