import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  not,
  notInArray,
  or,
  sql,
} from "drizzle-orm";
import { paymentAttempts, transactions } from "#lib/payments/schema.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { notify } from "#lib/platform/db/notifications.ts";
import { type Attempt, OPEN_STATUSES, REFUSED_STATUS } from "./attempt.ts";

/** What may be asked at once: `room` in all, `perBank` more of a bank, and none of `fullBanks`. */
type Places = { room: number; perBank: number; fullBanks: string[] };

const isOpen = inArray(paymentAttempts.status, [...OPEN_STATUSES]);
// The bank never had a payment, so that the payer never saw this try. No status is unlike any, hence not `=`.
const isRefusedWithIban = sql<boolean>`(${paymentAttempts.sendsPayerIban}
  and ${paymentAttempts.status} = 'failed' and ${paymentAttempts.bankPaymentId} is null
  and ${paymentAttempts.bankStatus} is not distinct from ${REFUSED_STATUS})`;

export async function insert(db: Database, row: Attempt): Promise<void> {
  await db.insert(paymentAttempts).values(row);
  await notify(db, "bankside_transaction", row.transactionId);
}

export async function find(db: Database, id: string): Promise<Attempt | undefined> {
  const [row] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.id, id));
  return row;
}

export async function findByState(db: Database, state: string): Promise<Attempt | undefined> {
  const [row] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.state, state));
  return row;
}

/**
 * Marks the return of a try as used; `undefined` if it was used before, is not known, or its transaction finished at
 * `finishedAfter` or earlier.
 */
export async function consumeState(
  db: Database,
  state: string,
  now: Date,
  finishedAfter: Date,
): Promise<Pick<Attempt, "transactionId" | "payerSessionId"> | undefined> {
  const { transactionId, payerSessionId } = paymentAttempts;
  const recent = db
    .select({ id: transactions.id })
    .from(transactions)
    .where(or(isNull(transactions.finishedAt), gt(transactions.finishedAt, finishedAfter)));
  const [row] = await db
    .update(paymentAttempts)
    .set({ stateUsedAt: now })
    .where(
      and(
        eq(paymentAttempts.state, state),
        isNull(paymentAttempts.stateUsedAt),
        inArray(transactionId, recent),
      ),
    )
    .returning({ transactionId, payerSessionId });
  return row;
}

export async function findOpen(db: Database, transactionId: string): Promise<Attempt | undefined> {
  const [row] = await db
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.transactionId, transactionId), isOpen));
  return row;
}

export async function findLatest(
  db: Database,
  transactionId: string,
): Promise<Attempt | undefined> {
  const [row] = await db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.transactionId, transactionId))
    .orderBy(desc(paymentAttempts.id))
    .limit(1);
  return row;
}

export async function findSucceeded(
  db: Database,
  transactionId: string,
): Promise<Attempt | undefined> {
  const [row] = await db
    .select()
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.transactionId, transactionId),
        eq(paymentAttempts.status, "succeeded"),
      ),
    )
    .limit(1);
  return row;
}

/** Tries of the payer's: one that a bank refused for the account it told is none, since another took its place. */
export async function countForPayer(db: Database, transactionId: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.transactionId, transactionId), not(isRefusedWithIban)));
  return row?.count ?? 0;
}

/** Tells whether `bankId` refused a try of this transaction that told the payer's account. */
export async function hasRefusedPayerIban(
  db: Database,
  transactionId: string,
  bankId: string,
): Promise<boolean> {
  const { transactionId: ofTransaction, bankId: atBank } = paymentAttempts;
  const isSame = and(eq(ofTransaction, transactionId), eq(atBank, bankId));
  return (await db.$count(paymentAttempts, and(isSame, isRefusedWithIban))) > 0;
}

/** Changes an attempt that still is in status `from`; `undefined` if it is not. Wakes whoever watches. */
export async function advance(
  db: Database,
  id: string,
  from: Attempt["status"],
  values: Partial<Attempt>,
): Promise<Attempt | undefined> {
  const [row] = await db
    .update(paymentAttempts)
    .set(values)
    .where(and(eq(paymentAttempts.id, id), eq(paymentAttempts.status, from)))
    .returning();
  if (row && values.status) await notify(db, "bankside_transaction", row.transactionId);
  return row;
}

/**
 * Changes an attempt whose grant still is the one read; `undefined` if it is not. One that has ended begins no
 * grant, but keeps the one it has up to date.
 */
export async function replaceGrant(
  db: Database,
  { id, sealedGrant }: Pick<Attempt, "id" | "sealedGrant">,
  values: Partial<Attempt>,
): Promise<Attempt | undefined> {
  const isSame =
    sealedGrant === null
      ? and(isNull(paymentAttempts.sealedGrant), isOpen)
      : eq(paymentAttempts.sealedGrant, sealedGrant);
  const [row] = await db
    .update(paymentAttempts)
    .set(values)
    .where(and(eq(paymentAttempts.id, id), isSame))
    .returning();
  return row;
}

/**
 * Takes attempts whose bank is to be asked, up to `room` and in turn at most `perBank` of a bank: counts the asking,
 * and sets their next time to `until`, so that no other worker takes them.
 */
export async function leaseDue(
  db: Database,
  now: Date,
  until: Date,
  { room, perBank, fullBanks }: Places,
) {
  const { id, bankId, nextPollAt } = paymentAttempts;
  const isDue = lte(nextPollAt, now);
  const turn = sql<number>`row_number() over (partition by ${bankId} order by ${nextPollAt})`;
  const inTurn = db
    .select({ id: sql<string>`${id}`.as("due_id"), turn: turn.as("turn") })
    .from(paymentAttempts)
    .where(and(isDue, notInArray(bankId, fullBanks)))
    .as("in_turn");
  // Asked again of the row that is locked: another worker may have taken it meanwhile.
  const due = db
    .select({ id })
    .from(paymentAttempts)
    .innerJoin(inTurn, and(eq(id, inTurn.id), lte(inTurn.turn, perBank)))
    .where(isDue)
    .orderBy(asc(inTurn.turn), asc(nextPollAt))
    .limit(room)
    .for("update", { of: paymentAttempts, skipLocked: true });
  return db
    .update(paymentAttempts)
    .set({ nextPollAt: until, pollCount: sql`${paymentAttempts.pollCount} + 1` })
    .where(inArray(id, due))
    .returning();
}

/**
 * Sets when the bank is asked next, unless what the bank said has set it since the claim. Where it is asked no more, what
 * the payer granted is forgotten.
 */
export async function schedule(
  db: Database,
  id: string,
  leasedUntil: Date,
  nextPollAt: Date | null,
): Promise<void> {
  await db
    .update(paymentAttempts)
    .set({ nextPollAt, ...(nextPollAt === null && { sealedGrant: null }) })
    .where(and(eq(paymentAttempts.id, id), eq(paymentAttempts.nextPollAt, leasedUntil)));
}

/** Has the bank of an open try asked at `nextPollAt` at the latest, as if for the first time. */
export async function pollSoon(db: Database, id: string, nextPollAt: Date): Promise<void> {
  await db
    .update(paymentAttempts)
    .set({ nextPollAt, pollCount: 0 })
    .where(and(eq(paymentAttempts.id, id), gt(paymentAttempts.nextPollAt, nextPollAt), isOpen));
}

/** When a bank is to be asked next that is none of `fullBanks`. */
export async function nextDueAt(db: Database, fullBanks: string[]): Promise<Date | undefined> {
  const [row] = await db
    .select({ nextPollAt: paymentAttempts.nextPollAt })
    .from(paymentAttempts)
    .where(
      and(isNotNull(paymentAttempts.nextPollAt), notInArray(paymentAttempts.bankId, fullBanks)),
    )
    .orderBy(asc(paymentAttempts.nextPollAt))
    .limit(1);
  return row?.nextPollAt ?? undefined;
}

/** The banks that are still to be asked, each with the number of tries this is about. */
export function listAskedBanks(db: Database) {
  const { bankId } = paymentAttempts;
  const { mode } = transactions;
  return db
    .select({ bankId, mode, attempts: count() })
    .from(paymentAttempts)
    .innerJoin(transactions, eq(transactions.id, paymentAttempts.transactionId))
    .where(isNotNull(paymentAttempts.nextPollAt))
    .groupBy(bankId, mode)
    .orderBy(bankId, mode);
}
