import { and, eq } from "drizzle-orm";
import { transactions } from "#lib/payments/model/schema.ts";
import { expectedTransfers } from "#lib/payments/model/transfers.schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { TransferOwner } from "./transfer.ts";

export async function findExpecting(
  db: Database,
  owner: TransferOwner,
  reference: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ id: transactions.id })
    .from(expectedTransfers)
    .innerJoin(transactions, eq(transactions.id, expectedTransfers.transactionId))
    .where(
      and(
        eq(expectedTransfers.reference, reference),
        eq(transactions.accountId, owner.accountId),
        eq(transactions.mode, owner.mode),
      ),
    );
  return row?.id;
}
