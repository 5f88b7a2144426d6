import { fundsOf } from "#lib/payments/model/funds.ts";
import { refundEndToEndId } from "#lib/payments/refunds/refund.ts";
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

    /** Payments by time, then refunds by time, in parts. */
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

type Page = (after: BookEntry | undefined) => Promise<BookEntry[]>;

async function* entriesOf(
  db: Database,
  owner: BookOwner,
  day: BookDay,
  pageSize = PAGE_SIZE,
): AsyncGenerator<BookEntry[], void> {
  const payments: Page = async (after) =>
    (await repository.listPaid(db, owner, day, after, pageSize)).map(toEntry);
  const refunds: Page = async (after) =>
    (await repository.listRefunded(db, owner, day, after, pageSize)).map(toRefundEntry);
  for (const read of [payments, refunds]) {
    let after: BookEntry | undefined;
    let entries: BookEntry[];
    do {
      entries = await read(after);
      if (entries.length > 0) yield entries;
      after = entries.at(-1);
    } while (entries.length === pageSize);
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
  const known = funds === "unknown" ? "expected" : funds;
  return { type: "payment", refundId: null, ...paid, funds: known, fundsAt };
}

type Refunded = Awaited<ReturnType<typeof repository.listRefunded>>[number];

function toRefundEntry({ refundId, returnedAt, ...refund }: Refunded): BookEntry {
  return {
    type: "refund",
    refundId,
    ...refund,
    funds: returnedAt === null ? "received" : "returned",
    fundsAt: returnedAt ?? refund.at,
    endToEndId: refundEndToEndId(refundId),
    bankPaymentId: null,
    creditorReference: null,
    creditReference: null,
    bookedOn: null,
  };
}

async function readTotals(db: Database, owner: BookOwner, day: BookDay): Promise<BookTotal[]> {
  const [paid, refunded] = await Promise.all([
    repository.sumPaid(db, owner, day),
    repository.sumRefunded(db, owner, day),
  ]);
  return totalsOf([
    ...paid.map(({ funds, ...group }) => ({
      ...group,
      type: "payment" as const,
      funds: funds ?? ("expected" as const),
    })),
    ...refunded.map((group) => ({ ...group, type: "refund" as const, funds: "received" as const })),
  ]);
}
