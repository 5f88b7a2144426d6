import { eq } from "drizzle-orm";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import type { Attempt } from "#lib/payments/attempts/attempt.ts";
import { paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import { expectedTransfers } from "#lib/payments/model/transfers.schema.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { attemptRow, transactionRow } from "./rows.ts";

type Made = {
  transaction: Partial<Transaction> & { transferReference?: string | null };
  attempts?: Partial<Attempt>[];
};

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
  const { id: apiKeyId, accountId, mode } = apiKey;
  const stored = made.map(({ transaction: given, attempts = [] }) => {
    const { transferReference = null, ...row } = given;
    const transaction = {
      ...transactionRow({ accountId, apiKeyId, mode, ...row }),
      transferReference,
    };
    const owner = { transactionId: transaction.id, accountId, mode: transaction.mode };
    return { transaction, attempts: attempts.map((one) => attemptRow({ ...owner, ...one })) };
  });
  const attempts = stored.flatMap((one) => one.attempts);
  await db.insert(transactions).values(stored.map(({ transaction }) => transaction));
  const expected = stored.flatMap(({ transaction: { id, transferReference: reference } }) =>
    reference === null ? [] : [{ transactionId: id, reference }],
  );
  if (expected.length > 0) await db.insert(expectedTransfers).values(expected);
  if (attempts.length > 0) await db.insert(paymentAttempts).values(attempts);
  return stored;
}
