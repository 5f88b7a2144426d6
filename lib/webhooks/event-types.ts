/** Types an endpoint can subscribe to, and the events the API lists. Each reports the outcome of a transaction. */
export const EVENT_TYPES = ["transaction.succeeded", "transaction.failed"] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Type of the event that only tries an endpoint out. It reports no transaction, and the API does not list it. */
export const TEST_EVENT = "endpoint.test";

/** Every type of event there is: what a webhook's `type` can be. */
export const WEBHOOK_TYPES = [...EVENT_TYPES, TEST_EVENT] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];
