/** Types of the events that report an outcome: a transaction has one of them, once. An endpoint gets both by default. */
export const OUTCOME_EVENTS = ["transaction.succeeded", "transaction.failed"] as const;

/** Type of the event that reports a wait for the bank: written only for accounts with an endpoint that wants it. */
export const PROCESSING_EVENT = "transaction.processing";

/** Types an endpoint can subscribe to, and the events the API lists. */
export const EVENT_TYPES = [...OUTCOME_EVENTS, PROCESSING_EVENT] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Type of the event that only tries an endpoint out. It reports no transaction, and the API does not list it. */
export const TEST_EVENT = "endpoint.test";

/** Every type of event there is: what a webhook's `type` can be. */
export const WEBHOOK_TYPES = [...EVENT_TYPES, TEST_EVENT] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];
