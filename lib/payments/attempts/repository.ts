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
import { paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { notify } from "#lib/platform/db/notifications.ts";
import { prepare } from "#lib/platform/db/prepared.ts";
import { run } from "#lib/platform/db/run.ts";
import { type Attempt, OPEN_STATUSES, REFUSED_STATUS } from "./attempt.ts";

/** `room` in total, `perBank` more per bank, none for `fullBanks`. */
type Places = { room: number; perBank: number; fullBanks: string[] };

const isOpen = inArray(paymentAttempts.status, [...OPEN_STATUSES]);
// The payer never saw this attempt. Not `=`, because the status may be null.
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

/** `undefined` if unknown or consumed, or if its transaction finished by `finishedAfter`. */
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

export async function noteReturn(
  db: Database,
  state: string,
  now: Date,
): Promise<Attempt | undefined> {
  const [row] = await db
    .update(paymentAttempts)
    .set({ stateUsedAt: now })
    .where(eq(paymentAttempts.state, state))
    .returning();
  return row;
}

export async function findOpen(db: Database, transactionId: string): Promise<Attempt | undefined> {
  const [row] = await db
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.transactionId, transactionId), isOpen));
  return row;
}

export async function listWithOpen(db: Database, transactionIds: string[]): Promise<Set<string>> {
  const { transactionId } = paymentAttempts;
  const rows = await db
    .select({ transactionId })
    .from(paymentAttempts)
    .where(and(inArray(transactionId, transactionIds), isOpen));
  return new Set(rows.map((row) => row.transactionId));
}

const ofTransaction = prepare("attempts-of-transaction", (db) =>
  db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.transactionId, sql.placeholder("transactionId")))
    .orderBy(desc(paymentAttempts.id)),
);

export function listOf(db: Database, transactionId: string): Promise<Attempt[]> {
  return run(db, ofTransaction({ transactionId }));
}

const latest = prepare("latest-attempt", (db) =>
  db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.transactionId, sql.placeholder("transactionId")))
    .orderBy(desc(paymentAttempts.id))
    .limit(1),
);

export async function findLatest(
  db: Database,
  transactionId: string,
): Promise<Attempt | undefined> {
  const [row] = await run(db, latest({ transactionId }));
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

const countOfPayer = prepare("count-attempts-for-payer", (db) =>
  db
    .select({ count: count() })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.transactionId, sql.placeholder("transactionId")),
        not(isRefusedWithIban),
      ),
    ),
);

/** Without those refused for the payer's account, which others replaced. */
export async function countForPayer(db: Database, transactionId: string): Promise<number> {
  const [row] = await run(db, countOfPayer({ transactionId }));
  return row?.count ?? 0;
}

/** `undefined` if no longer in status `from`. Notifies watchers. */
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

/** `undefined` if the grant changed. An ended attempt gets no new grant. */
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

/** Alternates between banks. `until` keeps other workers away. */
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

/** Unless the bank's response rescheduled it. Without a next poll the grant is deleted. */
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

export async function pollSoon(db: Database, id: string, nextPollAt: Date): Promise<void> {
  await db
    .update(paymentAttempts)
    .set({ nextPollAt, pollCount: 0 })
    .where(and(eq(paymentAttempts.id, id), gt(paymentAttempts.nextPollAt, nextPollAt), isOpen));
}

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
