import { and, count, desc, eq, inArray, isNotNull, isNull, lt } from "drizzle-orm";
import { linkPayments } from "#lib/payments/model/links.schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import { expectedTransfers } from "#lib/payments/model/transfers.schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { inParts } from "#lib/platform/db/in-parts.ts";
import type { LinkRow } from "./repository.ts";

/** Enough to know whether one more fits. */
const MOST_OPEN = 1_000;

const columns = {
  id: transactions.id,
  browser: linkPayments.browser,
  reference: transactions.reference,
  status: transactions.status,
  endReason: transactions.endReason,
  failureReason: transactions.failureReason,
  externalId: transactions.externalId,
  amount: transactions.amount,
  currency: transactions.currency,
  expiresAt: transactions.expiresAt,
  finishedAt: transactions.finishedAt,
  transferShownAt: expectedTransfers.shownAt,
};

const select = (db: Database) =>
  db
    .select(columns)
    .from(linkPayments)
    .innerJoin(transactions, eq(transactions.id, linkPayments.transactionId))
    .leftJoin(expectedTransfers, eq(expectedTransfers.transactionId, transactions.id));

export type LinkVisit = Awaited<ReturnType<typeof listOpen>>[number];

/** Oldest first. */
export function listOpen(db: Database, linkId: string) {
  return select(db)
    .where(and(eq(linkPayments.linkId, linkId), isNull(linkPayments.outcome)))
    .orderBy(linkPayments.createdAt, linkPayments.transactionId)
    .limit(MOST_OPEN);
}

/** The newest one of that number. */
export async function findNumbered(
  db: Database,
  { id, accountId, mode }: Pick<LinkRow, "id" | "accountId" | "mode">,
  externalId: string,
): Promise<LinkVisit | undefined> {
  const [row] = await select(db)
    .where(
      and(
        eq(transactions.accountId, accountId),
        eq(transactions.mode, mode),
        eq(transactions.externalId, externalId),
        eq(linkPayments.linkId, id),
      ),
    )
    .orderBy(desc(linkPayments.createdAt), desc(linkPayments.transactionId))
    .limit(1);
  return row;
}

export async function countPaid(db: Database, linkId: string, browser: string): Promise<number> {
  const [row] = await db
    .select({ paid: count() })
    .from(linkPayments)
    .where(
      and(
        eq(linkPayments.linkId, linkId),
        eq(linkPayments.browser, browser),
        eq(linkPayments.outcome, "succeeded"),
      ),
    );
  return row?.paid ?? 0;
}

/** Of payments begun before. */
export function forgetBrowsers(db: Database, before: Date): Promise<number> {
  return inParts(async (limit) => {
    const some = db
      .select({ id: linkPayments.transactionId })
      .from(linkPayments)
      .where(and(isNotNull(linkPayments.browser), lt(linkPayments.createdAt, before)))
      .limit(limit);
    const rows = await db
      .update(linkPayments)
      .set({ browser: null })
      .where(inArray(linkPayments.transactionId, some))
      .returning({ id: linkPayments.transactionId });
    return rows.length;
  });
}
