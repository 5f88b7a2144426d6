import type { PublicLink } from "#lib/payments/links/link.ts";
import { fundsOf } from "#lib/payments/model/funds.ts";
import { type Refund, toPublicRefund } from "#lib/payments/refunds/refund.ts";
import {
  type KnownTransaction,
  toPublicTransaction,
} from "#lib/payments/transactions/transaction.ts";
import type { DisabledReason } from "#lib/webhooks/model/disabled-reason.ts";
import {
  CREATED_EVENT,
  ENDPOINT_DISABLED_EVENT,
  type EventType,
  LINK_PAID_EVENT,
  type RefundEvent,
  TEST_EVENT,
} from "#lib/webhooks/model/event-types.ts";
import type { events, webhookEndpoints } from "#lib/webhooks/model/schema.ts";

/** `payload` is the exact text that is sent. */
export type WebhookEvent = typeof events.$inferSelect;

type WebhookEndpoint = typeof webhookEndpoints.$inferSelect;

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

export function buildCreatedEvent(transaction: KnownTransaction): Body<EventType> {
  const type = CREATED_EVENT;
  const timestamp = transaction.createdAt.toISOString();
  const data = toPublicTransaction(transaction);
  return { type, payload: JSON.stringify({ type, timestamp, data }) };
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

type Disabled = Pick<WebhookEndpoint, "id" | "externalId" | "name"> & {
  reason: DisabledReason;
};

/** Without its URL, which may contain a secret. */
export function buildDisabledEvent(
  { id: endpointId, externalId, name, reason }: Disabled,
  at: Date,
): Body<EventType> {
  const type = ENDPOINT_DISABLED_EVENT;
  const timestamp = at.toISOString();
  const data = { endpointId, externalId, name, reason };
  return { type, payload: JSON.stringify({ type, timestamp, data }) };
}

export function buildRefundEvent(type: RefundEvent, refund: Refund): Body<EventType> {
  const timestamp = refund.updatedAt.toISOString();
  return { type, payload: JSON.stringify({ type, timestamp, data: toPublicRefund(refund) }) };
}

/** `link` counts this payment. */
export function buildLinkPaidEvent(
  link: PublicLink,
  transaction: KnownTransaction,
): Body<EventType> {
  const type = LINK_PAID_EVENT;
  const { id: transactionId, amount, currency, externalId, finishedAt, updatedAt } = transaction;
  const timestamp = (finishedAt ?? updatedAt).toISOString();
  const data = { link, transactionId, amount, currency, externalId };
  return { type, payload: JSON.stringify({ type, timestamp, data }) };
}

export function buildTestEvent(endpointId: string, at: Date): Body<typeof TEST_EVENT> {
  const data = { endpointId, message: "This is a test. No payment has changed." };
  const timestamp = at.toISOString();
  return { type: TEST_EVENT, payload: JSON.stringify({ type: TEST_EVENT, timestamp, data }) };
}
