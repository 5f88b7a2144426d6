import { and, count, desc, eq, inArray, isNull, lt, ne } from "drizzle-orm";
import { bankAlerts, paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import type { BankAlert } from "#lib/payments/model/bank-alert.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { notify } from "#lib/platform/db/notifications.ts";

export type AlertFilter = { onlyOpen: boolean; mode?: Mode | undefined };
export type AlertPage = { limit: number; before?: string | undefined; id?: string };

const isOpen = isNull(bankAlerts.resolvedAt);

const isMeant = ({ onlyOpen, mode }: AlertFilter) =>
  and(onlyOpen ? isOpen : undefined, mode ? eq(transactions.mode, mode) : undefined);

/** Notifies watchers of the transaction. */
export async function insert(db: Database, row: BankAlert): Promise<boolean> {
  const stored = await db
    .insert(bankAlerts)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: bankAlerts.id });
  if (stored.length > 0) await notify(db, "bankside_transaction", row.transactionId);
  return stored.length > 0;
}

export function list(db: Database, { limit, before, id, ...filter }: AlertFilter & AlertPage) {
  return db
    .select({
      alert: bankAlerts,
      accountId: transactions.accountId,
      mode: transactions.mode,
      status: transactions.status,
      amount: transactions.amount,
      currency: transactions.currency,
      bankId: paymentAttempts.bankId,
      attemptStatus: paymentAttempts.status,
      endToEndId: paymentAttempts.endToEndId,
    })
    .from(bankAlerts)
    .innerJoin(transactions, eq(transactions.id, bankAlerts.transactionId))
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, bankAlerts.attemptId))
    .where(
      and(
        isMeant(filter),
        before ? lt(bankAlerts.id, before) : undefined,
        id ? eq(bankAlerts.id, id) : undefined,
      ),
    )
    .orderBy(desc(bankAlerts.id))
    .limit(limit);
}

export async function countOpen(db: Database, filter: AlertFilter): Promise<number> {
  const [row] = await db
    .select({ alerts: count() })
    .from(bankAlerts)
    .innerJoin(transactions, eq(transactions.id, bankAlerts.transactionId))
    .where(isMeant(filter));
  return row?.alerts ?? 0;
}

export function countByKind(db: Database) {
  return db
    .select({ mode: transactions.mode, kind: bankAlerts.kind, alerts: count() })
    .from(bankAlerts)
    .innerJoin(transactions, eq(transactions.id, bankAlerts.transactionId))
    .where(isOpen)
    .groupBy(transactions.mode, bankAlerts.kind);
}

/** Notifies watchers of the transaction. */
export async function resolve(
  db: Database,
  id: string,
  values: { resolvedAt: Date; resolvedNote: string },
): Promise<BankAlert | undefined> {
  const [row] = await db
    .update(bankAlerts)
    .set(values)
    .where(and(eq(bankAlerts.id, id), isOpen))
    .returning();
  if (row) await notify(db, "bankside_transaction", row.transactionId);
  return row;
}

/** The caller changes the transaction, which notifies its watchers. */
export async function resolveAllOf(
  db: Database,
  attemptId: string,
  values: { resolvedAt: Date; resolvedNote: string },
  kinds?: readonly BankAlert["kind"][],
): Promise<void> {
  const isMeant = kinds && inArray(bankAlerts.kind, [...kinds]);
  await db
    .update(bankAlerts)
    .set(values)
    .where(and(eq(bankAlerts.attemptId, attemptId), isOpen, isMeant));
}

export async function existsForAttempt(db: Database, attemptId: string): Promise<boolean> {
  return (await db.$count(bankAlerts, eq(bankAlerts.attemptId, attemptId))) > 0;
}

export async function find(db: Database, id: string): Promise<BankAlert | undefined> {
  const [row] = await db.select().from(bankAlerts).where(eq(bankAlerts.id, id));
  return row;
}

export async function accountOf(
  db: Database,
  { transactionId }: BankAlert,
): Promise<string | null> {
  const [row] = await db
    .select({ accountId: transactions.accountId })
    .from(transactions)
    .where(eq(transactions.id, transactionId));
  return row?.accountId ?? null;
}

export async function isOpenFor(
  db: Database,
  transactionId: string,
  accountId?: string,
): Promise<boolean> {
  const rows = await db
    .select({ id: bankAlerts.id })
    .from(bankAlerts)
    .innerJoin(transactions, eq(transactions.id, bankAlerts.transactionId))
    .where(
      and(
        eq(bankAlerts.transactionId, transactionId),
        accountId === undefined ? undefined : eq(transactions.accountId, accountId),
        isOpen,
        // Puts no payment in question: the bank reported no approval.
        ne(bankAlerts.kind, "never_approved"),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
