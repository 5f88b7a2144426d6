import { and, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import { linkPayments, paymentLinks } from "#lib/payments/model/links.schema.ts";
import type { Batched } from "#lib/platform/db/batched.ts";
import { type Bound, placeholdersFor, prepare } from "#lib/platform/db/prepared.ts";
import { run } from "#lib/platform/db/run.ts";

const locked = prepare("lock-payment-link", (db) =>
  db
    .select({
      usage: paymentLinks.usage,
      maxPayments: paymentLinks.maxPayments,
      expiresAt: paymentLinks.expiresAt,
      stoppedAt: paymentLinks.stoppedAt,
      paidCount: paymentLinks.paidCount,
    })
    .from(paymentLinks)
    .where(eq(paymentLinks.id, sql.placeholder("id")))
    .for("update"),
);

const open = prepare("open-link-payments", (db) =>
  db
    .select({ transactionId: linkPayments.transactionId, browser: linkPayments.browser })
    .from(linkPayments)
    .where(and(eq(linkPayments.linkId, sql.placeholder("id")), isNull(linkPayments.outcome))),
);

export type HeldLink = NonNullable<Awaited<ReturnType<typeof holdLink>>>;

/** Until the transaction ends, its payments begin one after the other. */
export async function holdLink(tx: Batched, id: string | undefined) {
  if (id === undefined) return undefined;
  // The second sees what the last holder of the lock committed.
  const [[link], payments] = await Promise.all([run(tx, locked({ id })), run(tx, open({ id }))]);
  return link && { ...link, open: payments };
}

const insertion = prepare("insert-link-payment", (db) =>
  db
    .insert(linkPayments)
    .values(placeholdersFor(getTableColumns(linkPayments)))
    .returning({ id: linkPayments.transactionId }),
);

export const insertionOfLinkPayment = (row: typeof linkPayments.$inferSelect): Bound<unknown> =>
  insertion(row);
