import { type Transaction, toPublicTransaction } from "#lib/payments/transactions/transaction.ts";
import { type EventType, TEST_EVENT } from "#lib/webhooks/model/event-types.ts";
import type { events } from "#lib/webhooks/model/schema.ts";

/** `payload` is the exact text that is sent. */
export type WebhookEvent = typeof events.$inferSelect;

type Body<T extends WebhookEvent["type"]> = { type: T; payload: string };

export function buildEvent(transaction: Transaction): Body<EventType> {
  const { status, finishedAt, updatedAt } = transaction;
  if (status === "pending") throw new Error(`transaction ${transaction.id} has nothing to report`);
  const type = `transaction.${status}` as const;
  const timestamp = (finishedAt ?? updatedAt).toISOString();
  return {
    type,
    payload: JSON.stringify({ type, timestamp, data: toPublicTransaction(transaction) }),
  };
}

export function buildTestEvent(endpointId: string, at: Date): Body<typeof TEST_EVENT> {
  const data = { endpointId, message: "This is a test. No payment has changed." };
  const timestamp = at.toISOString();
  return { type: TEST_EVENT, payload: JSON.stringify({ type: TEST_EVENT, timestamp, data }) };
}
