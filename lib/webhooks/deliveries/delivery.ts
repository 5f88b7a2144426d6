import type { EndpointView, WebhookEndpoint } from "#lib/webhooks/endpoints/endpoint.ts";
import type { WebhookEvent } from "#lib/webhooks/events/event.ts";
import type { deliveries, deliveryAttempts } from "#lib/webhooks/model/schema.ts";

export const FIXED_HEADERS = {
  "content-type": "application/json",
  "user-agent": "Bankside-Webhooks/1",
  accept: "*/*",
  "accept-encoding": "identity",
} as const;

export type Delivery = typeof deliveries.$inferSelect;

export type Leased = { delivery: Delivery; event: WebhookEvent; endpoint: WebhookEndpoint };

export type DeliveryAttempt = typeof deliveryAttempts.$inferSelect;

export type LoggedDelivery = {
  delivery: Delivery;
  event: Pick<WebhookEvent, "id" | "type" | "createdAt" | "transactionId">;
  /** Absent for tests. */
  order: { externalId: string | null; amount: number; currency: string } | null;
  attempt: Pick<DeliveryAttempt, "startedAt" | "responseStatus" | "error" | "number"> | null;
};

export type DeliveryPage = {
  deliveries: LoggedDelivery[];
  hasNewer: boolean;
  hasOlder: boolean;
};

export type FullDelivery = {
  delivery: Delivery;
  event: WebhookEvent;
  endpoint: EndpointView;
  attempts: DeliveryAttempt[];
};

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
