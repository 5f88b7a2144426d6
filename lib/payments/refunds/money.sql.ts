import { and, eq, inArray, isNull, like, ne, notExists, sql } from "drizzle-orm";
import { REFUNDABLE_TRANSFERS } from "#lib/payments/model/refund.ts";
import { refunds } from "#lib/payments/model/refunds.schema.ts";
import { receivedTransfers } from "#lib/payments/model/transfers.schema.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { Refund } from "./refund.ts";
import { isCounted } from "./repository.ts";

/** Of the payment's own money, or of one transfer. The caller locks the transaction. */
export async function sumOf(
  db: Database,
  transactionId: string,
  transferId: string | null,
): Promise<number> {
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${refunds.amount}), 0)`.mapWith(refunds.amount) })
    .from(refunds)
    .where(
      and(
        eq(refunds.transactionId, transactionId),
        transferId === null ? isNull(refunds.transferId) : eq(refunds.transferId, transferId),
        isCounted,
      ),
    );
  return row?.sum ?? 0;
}

/** Of transfers that paid the transaction; `undefined` without any. */
export async function moneyCounted(
  db: Database,
  transactionId: string,
  currency: string,
): Promise<number | undefined> {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      sum: sql<number>`coalesce(sum(${receivedTransfers.amount}) filter (where ${receivedTransfers.currency} = ${currency}), 0)`.mapWith(
        receivedTransfers.amount,
      ),
    })
    .from(receivedTransfers)
    .where(
      and(
        eq(receivedTransfers.transactionId, transactionId),
        inArray(receivedTransfers.status, ["paid", "part"]),
      ),
    );
  return row && row.count > 0 ? row.sum : undefined;
}

/**
 * Of the payment and its transfers together. The caller locks the transaction. `undefined` if a transfer paid it: then each has its
 * own sum. Else the payment rests on a word, and a transfer that does not fit may be the same money.
 */
export async function leftOfAll(
  db: Database,
  { id, amount, currency }: Pick<Transaction, "id" | "amount" | "currency">,
): Promise<number | undefined> {
  if ((await moneyCounted(db, id, currency)) !== undefined) return undefined;
  const sum = sql<number>`coalesce(sum(amount), 0)`;
  const [credits] = await db
    .select({ sum: sum.mapWith(receivedTransfers.amount) })
    .from(receivedTransfers)
    .where(
      and(
        eq(receivedTransfers.transactionId, id),
        eq(receivedTransfers.currency, currency),
        inArray(receivedTransfers.status, [...REFUNDABLE_TRANSFERS]),
      ),
    );
  const [refunded] = await db
    .select({ sum: sum.mapWith(refunds.amount) })
    .from(refunds)
    .where(and(eq(refunds.transactionId, id), eq(refunds.currency, currency), isCounted));
  return Math.max(amount, credits?.sum ?? 0) - (refunded?.sum ?? 0);
}

const TAKEN_BY = "Refund ";

export type RefundableTransfer = { amount: number; currency: string };

/**
 * Money of the transaction that paid nothing. From now on it counts as resolved, so that it can't pay any more. The caller locks the
 * transaction.
 */
export async function takeTransfer(
  db: Database,
  { id, transactionId }: { id: string; transactionId: string },
  by: { refundId: string; at: Date },
): Promise<RefundableTransfer | undefined> {
  const isRefundable = and(
    eq(receivedTransfers.id, id),
    eq(receivedTransfers.transactionId, transactionId),
    inArray(receivedTransfers.status, [...REFUNDABLE_TRANSFERS]),
  );
  await db
    .update(receivedTransfers)
    .set({ resolvedAt: by.at, resolvedNote: `${TAKEN_BY}${by.refundId}` })
    .where(and(isRefundable, isNull(receivedTransfers.resolvedAt)));
  const [row] = await db
    .select({ amount: receivedTransfers.amount, currency: receivedTransfers.currency })
    .from(receivedTransfers)
    .where(isRefundable);
  return row;
}

/** Unless another refund of it goes on. Then it is for a member to look at once more. */
export async function reopenTransfer(
  db: Database,
  { id, transferId }: Pick<Refund, "id" | "transferId">,
): Promise<void> {
  if (transferId === null) return;
  const others = db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.transferId, transferId), ne(refunds.id, id), isCounted));
  await db
    .update(receivedTransfers)
    .set({ resolvedAt: null, resolvedNote: null })
    .where(
      and(
        eq(receivedTransfers.id, transferId),
        like(receivedTransfers.resolvedNote, `${TAKEN_BY}%`),
        notExists(others),
      ),
    );
}
