import type { EndpointView } from "#lib/webhooks/endpoints/endpoint.ts";
import type { WebhookEvent } from "#lib/webhooks/events/event.ts";
import type { deliveries, deliveryAttempts } from "#lib/webhooks/schema.ts";

/** One event on its way to one endpoint. */
export type Delivery = typeof deliveries.$inferSelect;

/** What a delivery can have come to: `pending` is tried (again), `exhausted` is not tried any more. */
export const DELIVERY_STATUSES = ["pending", "delivered", "exhausted"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One HTTP POST of a delivery. */
export type DeliveryAttempt = typeof deliveryAttempts.$inferSelect;

/** A delivery in the log of its endpoint, with its latest attempt. */
export type LoggedDelivery = {
  delivery: Delivery;
  event: Pick<WebhookEvent, "id" | "type" | "createdAt" | "transactionId">;
  attempt: Pick<DeliveryAttempt, "startedAt" | "responseStatus" | "error" | "number"> | null;
};

/** A delivery with everything about it. Attempts the newest first. */
export type FullDelivery = {
  delivery: Delivery;
  event: WebhookEvent;
  endpoint: EndpointView;
  attempts: DeliveryAttempt[];
};

/** A delivery that is due at once, with all attempts before it. */
export function newDelivery(id: string, eventId: string, endpointId: string, now: Date): Delivery {
  return {
    id,
    eventId,
    endpointId,
    status: "pending",
    attemptCount: 0,
    leases: 0,
    nextAttemptAt: now,
    leasedUntil: null,
    createdAt: now,
    finishedAt: null,
  };
}
