import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Mode } from "#lib/platform/mode.ts";
import type { EventType } from "#lib/webhooks/events/event-types.ts";
import type { webhookEndpoints } from "#lib/webhooks/schema.ts";

/** Where an account gets its webhooks in one mode; secrets are sealed. */
export type WebhookEndpoint = typeof webhookEndpoints.$inferSelect;

/** An endpoint as its account sees it, without any secret. */
export type EndpointView = {
  id: string;
  mode: Mode;
  url: string;
  name: string | null;
  eventTypes: EventType[];
  /** When somebody said to have saved the Webhook Secret that is in use. */
  secretSavedAt: Date | null;
  /** Until when the previous Webhook Secret signs along; none when it no longer does. */
  previousSecretUntil: Date | null;
  /** The first failed attempt since the last that succeeded; tests don't count. */
  failingSince: Date | null;
  disabledAt: Date | null;
  disabledReason: WebhookEndpoint["disabledReason"];
  createdAt: Date;
};

/** An endpoint with what became of its delivery of the newest event; no `latest` before the first. */
export type EndpointWithLatest = EndpointView & {
  latest:
    | {
        status: "pending" | "delivered" | "exhausted";
        startedAt: Date | null;
        responseStatus: number | null;
        error: string | null;
      }
    | undefined;
};

/** How an endpoint stands that nothing is known of, or whose past says nothing any more. */
export const UNTRIED = {
  failingSince: null,
  lastFailedAt: null,
  failures: 0,
  pausedUntil: null,
} as const satisfies Partial<WebhookEndpoint>;

/** Makes the form of an endpoint that may leave its noun. */
export function toEndpointView(endpoint: WebhookEndpoint, now: Date): EndpointView {
  const { id, mode, url, name, eventTypes, secretSavedAt, createdAt } = endpoint;
  const { failingSince, disabledAt, disabledReason } = endpoint;
  const previousSecretUntil = isRotating(endpoint, now) ? endpoint.previousSecretExpiresAt : null;
  return {
    id,
    mode,
    url,
    name,
    eventTypes,
    secretSavedAt,
    previousSecretUntil,
    failingSince,
    disabledAt,
    disabledReason,
    createdAt,
  };
}

/** The context that binds a sealed Webhook Secret to its endpoint. */
export function secretContext(endpointId: string): string {
  return `webhook_endpoints:${endpointId}`;
}

/** The Webhook Secrets to sign with at `now`, newest first: during a rotation the previous one too. */
export function signingSecrets(endpoint: WebhookEndpoint, seal: Seal, now: Date): string[] {
  const { sealedSecret, sealedPreviousSecret } = endpoint;
  const previous = isRotating(endpoint, now) ? sealedPreviousSecret : null;
  return [sealedSecret, ...(previous === null ? [] : [previous])].map((sealed) =>
    seal.open(sealed, secretContext(endpoint.id)),
  );
}

/** Tells whether the Webhook Secret before the present one still signs along at `now`. */
export function isRotating(endpoint: WebhookEndpoint, now: Date): boolean {
  const { sealedPreviousSecret, previousSecretExpiresAt: expiresAt } = endpoint;
  return sealedPreviousSecret !== null && expiresAt !== null && now < expiresAt;
}
