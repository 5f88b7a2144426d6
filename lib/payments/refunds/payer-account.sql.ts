import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
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
