import { and, asc, desc, eq, gt, inArray, isNotNull, or, sql } from "drizzle-orm";
import { expectedTransfers, transactions } from "#lib/payments/model/schema.ts";
import { UNFINISHED } from "#lib/payments/model/status.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { Suggestion, TransferOwner } from "./transfer.ts";

type Money = { amount: number; currency: string };

const MAX_ORDERS = 200;

/** Orders that wait for a transfer of one of these amounts. Those that shoppers reported as sent come first, then the newest. */
export async function listWaitingFor(
  db: Database,
  { accountId, mode }: TransferOwner,
  money: readonly Money[],
  { createdAfter, isReported }: { createdAfter: Date; isReported: boolean },
): Promise<Suggestion[]> {
  if (money.length === 0) return [];
  const amounts = [...new Set(money.map(({ amount }) => amount))];
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
    .where(
      and(
        eq(transactions.accountId, accountId),
        eq(transactions.mode, mode),
        or(...UNFINISHED.map((status) => eq(transactions.status, status))),
        inArray(transactions.amount, amounts),
        gt(transactions.createdAt, createdAfter),
        isReported ? isNotNull(expectedTransfers.reportedAt) : undefined,
      ),
    )
    .orderBy(
      sql`${expectedTransfers.reportedAt} is null`,
      asc(expectedTransfers.reportedAt),
      desc(transactions.createdAt),
    )
    .limit(MAX_ORDERS);
}
