import { and, asc, desc, eq, gt, inArray, isNotNull, or, sql } from "drizzle-orm";
import { transactions } from "#lib/payments/model/schema.ts";
import { UNFINISHED } from "#lib/payments/model/status.ts";
import { expectedTransfers } from "#lib/payments/model/transfers.schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { Suggestion, TransferOwner } from "./transfer.ts";

type Money = { amount: number; currency: string };

const MAX_ORDERS = 200;

type Selection = { money: readonly Money[]; createdAfter: Date };

const isWaitingFor = ({ accountId, mode }: TransferOwner, { money, createdAfter }: Selection) =>
  and(
    eq(transactions.accountId, accountId),
    eq(transactions.mode, mode),
    or(...UNFINISHED.map((status) => eq(transactions.status, status))),
    inArray(transactions.amount, [...new Set(money.map(({ amount }) => amount))]),
    gt(transactions.createdAt, createdAfter),
  );

/** Of orders that a shopper reported as sent. */
export async function listReportedAmounts(
  db: Database,
  owner: TransferOwner,
  selection: Selection,
): Promise<Money[]> {
  if (selection.money.length === 0) return [];
  return db
    .selectDistinct({ amount: transactions.amount, currency: transactions.currency })
    .from(transactions)
    .innerJoin(expectedTransfers, eq(expectedTransfers.transactionId, transactions.id))
    .where(and(isWaitingFor(owner, selection), isNotNull(expectedTransfers.reportedAt)));
}

/** Orders that wait for a transfer of one of these amounts, and whose payer the merchant named. */
export async function listNamedPayers(
  db: Database,
  owner: TransferOwner,
  selection: Selection,
): Promise<{ id: string; sealedPayer: string | null }[]> {
  return db
    .select({ id: transactions.id, sealedPayer: transactions.sealedPayer })
    .from(transactions)
    .innerJoin(expectedTransfers, eq(expectedTransfers.transactionId, transactions.id))
    .where(and(isWaitingFor(owner, selection), isNotNull(transactions.sealedPayer)))
    .orderBy(desc(transactions.createdAt))
    .limit(MAX_ORDERS);
}

/** Orders that wait for a transfer of one of these amounts. Those that shoppers reported as sent come first, then the newest. */
export async function listWaitingFor(
  db: Database,
  owner: TransferOwner,
  selection: Selection,
): Promise<Omit<Suggestion, "hasSameName">[]> {
  if (selection.money.length === 0) return [];
  return db
    .select({
      id: transactions.id,
      externalId: transactions.externalId,
      amount: transactions.amount,
      currency: transactions.currency,
      createdAt: transactions.createdAt,
      reference: expectedTransfers.reference,
      reportedAt: expectedTransfers.reportedAt,
    })
    .from(transactions)
    .innerJoin(expectedTransfers, eq(expectedTransfers.transactionId, transactions.id))
    .where(isWaitingFor(owner, selection))
    .orderBy(
      sql`${expectedTransfers.reportedAt} is null`,
      asc(expectedTransfers.reportedAt),
      desc(transactions.createdAt),
    )
    .limit(MAX_ORDERS);
}
