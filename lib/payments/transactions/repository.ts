import {
  and,
  count,
  eq,
  exists,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { accounts } from "#lib/merchants/model/schema.ts";
import type { StoredLink } from "#lib/payments/model/link.ts";
import { linkPayments } from "#lib/payments/model/links.schema.ts";
import { NO_CONTEXT, type OrderContext } from "#lib/payments/model/order-context.ts";
import { orderContexts } from "#lib/payments/model/order-contexts.schema.ts";
import { refundTotals } from "#lib/payments/model/refunds.schema.ts";
import { checkouts, transactionFunds, transactions } from "#lib/payments/model/schema.ts";
import { type TransactionStatus, UNFINISHED } from "#lib/payments/model/status.ts";
import { expectedTransfers } from "#lib/payments/model/transfers.schema.ts";
import { MODES } from "#lib/platform/configuration/mode.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { notify } from "#lib/platform/db/notifications.ts";
import { prepare } from "#lib/platform/db/prepared.ts";
import { run } from "#lib/platform/db/run.ts";
import { fundsColumns } from "./funds.sql.ts";
import { linkColumns, linkOfMoved, withLink } from "./link.sql.ts";
import { contextColumns, contextOfMoved, withContext } from "./order-context.sql.ts";
import { refundColumns } from "./refunds.sql.ts";
import type {
  Checkout,
  ExpectedTransfer,
  KnownTransaction,
  Transaction,
  WholeTransaction,
} from "./transaction.ts";

const { transactionId: _of, ...checkoutColumns } = getTableColumns(checkouts);
const transferColumns = {
  transferReference: expectedTransfers.reference,
  transferShownAt: expectedTransfers.shownAt,
  transferReportedAt: expectedTransfers.reportedAt,
};

const selectWhole = (db: Database) =>
  db
    .select({
      ...getTableColumns(transactions),
      ...checkoutColumns,
      ...transferColumns,
      ...fundsColumns,
      ...contextColumns,
      ...refundColumns,
      ...linkColumns,
    })
    .from(transactions)
    .leftJoin(checkouts, eq(checkouts.transactionId, transactions.id))
    .leftJoin(expectedTransfers, eq(expectedTransfers.transactionId, transactions.id))
    .leftJoin(transactionFunds, eq(transactionFunds.transactionId, transactions.id))
    .leftJoin(orderContexts, withContext)
    .leftJoin(refundTotals, eq(refundTotals.transactionId, transactions.id))
    .leftJoin(linkPayments, withLink);

export async function findById(db: Database, id: string): Promise<WholeTransaction | undefined> {
  const [row] = await selectWhole(db).where(eq(transactions.id, id));
  return row;
}

const byReference = prepare("transaction-by-reference", (db) =>
  selectWhole(db).where(eq(transactions.reference, sql.placeholder("reference"))),
);

export async function findByReference(
  db: Database,
  reference: string,
): Promise<WholeTransaction | undefined> {
  const [row] = await run(db, byReference({ reference }));
  return row;
}

const byId = prepare("transaction-by-id", (db) =>
  db
    .select({
      ...getTableColumns(transactions),
      ...fundsColumns,
      ...contextColumns,
      ...refundColumns,
      ...linkColumns,
    })
    .from(transactions)
    .leftJoin(transactionFunds, eq(transactionFunds.transactionId, transactions.id))
    .leftJoin(orderContexts, withContext)
    .leftJoin(refundTotals, eq(refundTotals.transactionId, transactions.id))
    .leftJoin(linkPayments, withLink)
    .where(eq(transactions.id, sql.placeholder("id"))),
);

export async function findAlone(db: Database, id: string): Promise<KnownTransaction | undefined> {
  const [row] = await run(db, byId({ id }));
  return row;
}

export async function lock(db: Database, id: string): Promise<Transaction | undefined> {
  const [row] = await db.select().from(transactions).where(eq(transactions.id, id)).for("update");
  return row;
}

const NO_CHECKOUT: Checkout = {
  lockDigest: null,
  lockedAt: null,
  releasedDigest: null,
  payerStep: null,
  returnedAt: null,
};

/** Reads the device lock once it can't change any more: a join would read it before it waits. */
export async function lockWithCheckout(
  db: Database,
  id: string,
): Promise<(Transaction & Checkout) | undefined> {
  const transaction = await lock(db, id);
  const [checkout = NO_CHECKOUT] = await db
    .select(checkoutColumns)
    .from(checkouts)
    .where(eq(checkouts.transactionId, id));
  return transaction && { ...transaction, ...checkout };
}

const NO_TRANSFER: ExpectedTransfer = {
  transferReference: null,
  transferShownAt: null,
  transferReportedAt: null,
};

/** Like {@link lockWithCheckout}. */
export async function lockWithTransfer(
  db: Database,
  id: string,
): Promise<(Transaction & ExpectedTransfer) | undefined> {
  const transaction = await lock(db, id);
  const [transfer = NO_TRANSFER] = await db
    .select(transferColumns)
    .from(expectedTransfers)
    .where(eq(expectedTransfers.transactionId, id));
  return transaction && { ...transaction, ...transfer };
}

/** Notifies watchers. */
export async function move(
  db: Database,
  ids: string[],
  from: TransactionStatus[],
  values: Partial<Transaction> & Pick<Transaction, "status" | "updatedAt">,
): Promise<(Transaction & OrderContext & StoredLink)[]> {
  const rows = await db
    .update(transactions)
    .set(values)
    .where(and(inArray(transactions.id, ids), inArray(transactions.status, from)))
    .returning({
      ...getTableColumns(transactions),
      context: contextOfMoved,
      paymentLinkId: linkOfMoved,
    });
  await notify(db, "bankside_transaction", ...rows.map(({ id }) => id));
  return rows.map(({ context, ...row }) => ({ ...row, ...(context ?? NO_CONTEXT) }));
}

export async function lockPayable(db: Database, ids: string[]): Promise<string[]> {
  const { id, status, endReason } = transactions;
  const rows = await db
    .select({ id })
    .from(transactions)
    .where(and(inArray(id, ids), eq(status, "pending"), isNull(endReason)))
    .for("update", { skipLocked: true });
  return rows.map((row) => row.id);
}

/** Only the first time, and while it can be paid. */
export async function noteTransferShown(db: Database, id: string, now: Date): Promise<void> {
  const { status, expiresAt } = transactions;
  const payable = db
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(eq(transactions.id, id), eq(status, "pending"), gt(expiresAt, now)));
  await db
    .update(expectedTransfers)
    .set({ shownAt: now })
    .where(
      and(inArray(expectedTransfers.transactionId, payable), isNull(expectedTransfers.shownAt)),
    );
}

/** The caller holds the transaction's lock. */
export async function noteTransferReported(
  tx: Database,
  id: string,
  reportedAt: Date,
): Promise<void> {
  await tx
    .update(expectedTransfers)
    .set({ reportedAt })
    .where(eq(expectedTransfers.transactionId, id));
}

const reported = (db: Database) =>
  db
    .select({ id: expectedTransfers.transactionId })
    .from(expectedTransfers)
    .where(
      and(
        eq(expectedTransfers.transactionId, transactions.id),
        isNotNull(expectedTransfers.reportedAt),
      ),
    );

export async function noteRestored(db: Database, id: string, restoredAt: Date): Promise<boolean> {
  const { status } = transactions;
  const rows = await db
    .update(transactions)
    .set({ restoredAt })
    .where(and(eq(transactions.id, id), eq(status, "processing"), exists(reported(db))))
    .returning({ id: transactions.id });
  return rows.length > 0;
}

export async function setEndReason(
  db: Database,
  id: string,
  endReason: Transaction["endReason"],
): Promise<void> {
  await db
    .update(transactions)
    .set({ endReason })
    .where(
      and(
        eq(transactions.id, id),
        inArray(transactions.status, UNFINISHED),
        endReason ? isNull(transactions.endReason) : undefined,
      ),
    );
}

export async function listPending(db: Database, accountId: string): Promise<string[]> {
  const rows = await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(hasStatus(accountId, ["pending"]))
    .orderBy(transactions.id);
  return rows.map(({ id }) => id);
}

export async function countOpen(
  db: Database,
  accountId: string,
): Promise<{ open: number; reported: number }> {
  const [row] = await db
    .select({ all: count(), reported: count(expectedTransfers.reportedAt) })
    .from(transactions)
    .leftJoin(expectedTransfers, eq(expectedTransfers.transactionId, transactions.id))
    .where(hasStatus(accountId, UNFINISHED));
  const { all = 0, reported = 0 } = row ?? {};
  return { open: all - reported, reported };
}

/** One condition for each: together, PostgreSQL may drop others after reading them. */
function hasStatus(accountId: string, statuses: TransactionStatus[]): SQL | undefined {
  const { mode, status } = transactions;
  return and(
    eq(transactions.accountId, accountId),
    or(...MODES.flatMap((one) => statuses.map((other) => and(eq(mode, one), eq(status, other))))),
  );
}

export async function latestByAccount(
  db: Database,
  accountId?: string,
): Promise<Map<string, Date>> {
  // By creation, as no other index of all accounts has this order.
  const latest = (mode: Transaction["mode"]) => sql`(select max(t.created_at) from transactions t
        where t.account_id = accounts.id and t.mode = ${mode})`;
  const rows = await db
    .select({
      accountId: accounts.id,
      latestAt: sql<Date | null>`greatest(${latest("live")}, ${latest("test")})`.mapWith(
        transactions.createdAt,
      ),
    })
    .from(accounts)
    .where(accountId ? eq(accounts.id, accountId) : undefined);
  return new Map(
    rows.flatMap(({ accountId, latestAt }) => (latestAt ? [[accountId, latestAt]] : [])),
  );
}
