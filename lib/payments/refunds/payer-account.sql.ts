import { and, asc, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import { transferAccounts } from "#lib/payments/model/refunds.schema.ts";
import { receivedTransfers } from "#lib/payments/model/transfers.schema.ts";
import type { Database } from "#lib/platform/db/database.ts";

/** Where the payer may have entered an account: sessions of attempts that succeeded, newest first. */
export function listPayerSessions(db: Database, transactionId: string) {
  return db
    .select({
      sessionId: sql<string>`${paymentAttempts.payerSessionId}`,
      bankId: paymentAttempts.bankId,
    })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.transactionId, transactionId),
        eq(paymentAttempts.status, "succeeded"),
        isNotNull(paymentAttempts.payerSessionId),
      ),
    )
    .orderBy(desc(paymentAttempts.id));
}

type TransferAccount = typeof transferAccounts.$inferSelect;

/** The first that a source names. */
export async function insertTransferAccount(db: Database, row: TransferAccount): Promise<void> {
  await db.insert(transferAccounts).values(row).onConflictDoNothing();
}

/** Of one transfer, or of all that paid the transaction. */
export function listTransferAccounts(
  db: Database,
  { transactionId, transferId }: { transactionId: string; transferId: string | null },
): Promise<Pick<TransferAccount, "transferId" | "sealedAccount">[]> {
  return db
    .select({
      transferId: transferAccounts.transferId,
      sealedAccount: transferAccounts.sealedAccount,
    })
    .from(transferAccounts)
    .innerJoin(receivedTransfers, eq(receivedTransfers.id, transferAccounts.transferId))
    .where(
      and(
        eq(receivedTransfers.transactionId, transactionId),
        transferId === null
          ? inArray(receivedTransfers.status, ["paid", "part"])
          : eq(receivedTransfers.id, transferId),
      ),
    )
    .orderBy(asc(receivedTransfers.id));
}
