import { fundsOf } from "#lib/payments/model/funds.ts";
import { type Refund, toPublicRefund } from "#lib/payments/refunds/refund.ts";
import {
  type KnownTransaction,
  toPublicTransaction,
} from "#lib/payments/transactions/transaction.ts";
import { type EventType, type RefundEvent, TEST_EVENT } from "#lib/webhooks/model/event-types.ts";
import type { events } from "#lib/webhooks/model/schema.ts";

/** `payload` is the exact text that is sent. */
export type WebhookEvent = typeof events.$inferSelect;

type Body<T extends WebhookEvent["type"]> = { type: T; payload: string };

export function buildEvent(transaction: KnownTransaction): Body<EventType> {
  const { status, finishedAt, updatedAt } = transaction;
  if (status === "pending") throw new Error(`transaction ${transaction.id} has nothing to report`);
  const type = `transaction.${status}` as const;
  const timestamp = (finishedAt ?? updatedAt).toISOString();
  return {
    type,
    payload: JSON.stringify({ type, timestamp, data: toPublicTransaction(transaction) }),
  };
}

export function buildFundsEvent(transaction: KnownTransaction): Body<EventType> {
  const { funds, fundsAt } = fundsOf(transaction);
  if (funds !== "received" && funds !== "returned") {
    throw new Error(`no money of transaction ${transaction.id} was seen`);
  }
  const type = `transaction.funds_${funds}` as const;
  const timestamp = fundsAt?.toISOString();
  return {
    type,
    payload: JSON.stringify({ type, timestamp, data: toPublicTransaction(transaction) }),
  };
}

export function buildRefundEvent(type: RefundEvent, refund: Refund): Body<EventType> {
  const timestamp = refund.updatedAt.toISOString();
  return { type, payload: JSON.stringify({ type, timestamp, data: toPublicRefund(refund) }) };
}

export function buildTestEvent(endpointId: string, at: Date): Body<typeof TEST_EVENT> {
  const data = { endpointId, message: "This is a test. No payment has changed." };
  const timestamp = at.toISOString();
  return { type: TEST_EVENT, payload: JSON.stringify({ type: TEST_EVENT, timestamp, data }) };
}
