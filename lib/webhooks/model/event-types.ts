/** A transaction gets exactly one of them. Endpoints get both by default. */
export const OUTCOME_EVENTS = ["transaction.succeeded", "transaction.failed"] as const;

/** Stored only for accounts with a subscribed endpoint, as all below. */
export const CREATED_EVENT = "transaction.created";

/** A wait for the bank. */
export const PROCESSING_EVENT = "transaction.processing";

/** What happened to the money of a payment that succeeded. */
const FUNDS_EVENTS = ["transaction.funds_received", "transaction.funds_returned"] as const;

/** Sent to the other endpoints of the account. Belongs to no transaction. */
export const ENDPOINT_DISABLED_EVENT = "endpoint.disabled";

/** Whose data is a transaction: the API lists them. */
export const TRANSACTION_EVENTS = [
  ...OUTCOME_EVENTS,
  PROCESSING_EVENT,
  ...FUNDS_EVENTS,
  CREATED_EVENT,
] as const;

/** Of refunds, not of transactions. Stored like {@link PROCESSING_EVENT}. */
export const REFUND_EVENTS = [
  "refund.succeeded",
  "refund.failed",
  "refund.returned",
  "refund.awaiting_account",
] as const;
export type RefundEvent = (typeof REFUND_EVENTS)[number];

/** A payment of a payment link succeeded. Stored like {@link PROCESSING_EVENT}. */
export const LINK_PAID_EVENT = "link.paid";

/** Endpoints store their types in this order: add new ones at the end. */
export const EVENT_TYPES = [
  ...TRANSACTION_EVENTS,
  ENDPOINT_DISABLED_EVENT,
  ...REFUND_EVENTS,
  LINK_PAID_EVENT,
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Belongs to no transaction. Not listed by the API. */
export const TEST_EVENT = "endpoint.test";

export const WEBHOOK_TYPES = [...EVENT_TYPES, TEST_EVENT] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];
