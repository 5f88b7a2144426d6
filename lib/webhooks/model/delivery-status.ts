/** `pending` includes retries. `exhausted` is not retried. */
export const DELIVERY_STATUSES = ["pending", "delivered", "exhausted"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
