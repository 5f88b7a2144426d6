import { eq } from "drizzle-orm";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import type { Attempt } from "#lib/payments/attempts/attempt.ts";
import { paymentAttempts, transactions } from "#lib/payments/model/schema.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { attemptRow, transactionRow } from "./rows.ts";

type Made = { transaction: Partial<Transaction>; attempts?: Partial<Attempt>[] };

/** Where a page after or before the payment begins. */
export async function positionOf(db: Database, id: string) {
  const { status, amount, createdAt } = transactions;
  const rows = db.select({ id: transactions.id, status, amount, createdAt }).from(transactions);
  const [row] = await rows.where(eq(transactions.id, id));
  if (!row) throw new Error(`no payment ${id}`);
  return row;
}

/** Newest last; defaults are those of a pending order. */
export async function storePayments(db: Database, apiKey: ApiKey, made: readonly Made[]) {
  const rows = made.map(({ transaction }) =>
    transactionRow({
      accountId: apiKey.accountId,
      apiKeyId: apiKey.id,
      mode: apiKey.mode,
      ...transaction,
    }),
  );
  const attempts = made.flatMap(({ attempts = [] }, index) =>
    attempts.map((one) => attemptRow({ transactionId: rows[index]?.id ?? "", ...one })),
  );
  await db.insert(transactions).values(rows);
  if (attempts.length > 0) await db.insert(paymentAttempts).values(attempts);
  return rows.map((transaction, index) => ({
    transaction,
    attempts: attempts.filter(({ transactionId }) => transactionId === rows[index]?.id),
  }));
}
