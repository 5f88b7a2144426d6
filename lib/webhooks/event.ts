import type { events } from "#lib/db/schema.ts";
import { type Transaction, toPublicTransaction } from "#lib/transactions/transaction.ts";

/** What happened to a transaction, as stored; `payload` is the very text that is signed and sent. */
export type WebhookEvent = typeof events.$inferSelect;

/** The body of a webhook: `{type, timestamp, data}`, serialised once so that every attempt sends the same bytes. */
export function buildEvent(transaction: Transaction): Pick<WebhookEvent, "type" | "payload"> {
  const { status, finishedAt } = transaction;
  if (!finishedAt || (status !== "succeeded" && status !== "failed")) {
    throw new Error(`transaction ${transaction.id} has no outcome to report`);
  }
  const type = `transaction.${status}` as const;
  const timestamp = finishedAt.toISOString();
  return {
    type,
    payload: JSON.stringify({ type, timestamp, data: toPublicTransaction(transaction) }),
  };
}
