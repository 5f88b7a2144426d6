import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { EventType } from "#lib/webhooks/model/event-types.ts";
import type { deliveries, webhookEndpoints } from "#lib/webhooks/model/schema.ts";

export type WebhookEndpoint = typeof webhookEndpoints.$inferSelect;

export type EndpointView = {
  id: string;
  mode: Mode;
  url: string;
  name: string | null;
  externalId: string | null;
  eventTypes: EventType[];
  secretSavedAt: Date | null;
  previousSecretUntil: Date | null;
  /** First failed attempt since the last success. Tests don't count. */
  failingSince: Date | null;
  disabledAt: Date | null;
  disabledReason: WebhookEndpoint["disabledReason"];
  createdAt: Date;
  /** Only deliveries show such an endpoint. */
  deletedAt: Date | null;
};

export type EndpointWithLatest = EndpointView & {
  latest:
    | {
        status: (typeof deliveries.$inferSelect)["status"];
        startedAt: Date | null;
        responseStatus: number | null;
        error: string | null;
      }
    | undefined;
};

export const UNTRIED = {
  failingSince: null,
  lastFailedAt: null,
  failures: 0,
  pausedUntil: null,
} as const satisfies Partial<WebhookEndpoint>;

export function toEndpointView(endpoint: WebhookEndpoint, now: Date): EndpointView {
  const { id, mode, url, name, externalId, eventTypes, secretSavedAt, createdAt } = endpoint;
  const { failingSince, disabledAt, disabledReason, deletedAt } = endpoint;
  const previousSecretUntil = isRotating(endpoint, now) ? endpoint.previousSecretExpiresAt : null;
  return {
    id,
    mode,
    url,
    name,
    externalId,
    eventTypes,
    secretSavedAt,
    previousSecretUntil,
    failingSince,
    disabledAt,
    disabledReason,
    createdAt,
    deletedAt,
  };
}

export function secretContext(endpointId: string): string {
  return `webhook_endpoints:${endpointId}`;
}

export function signingSecrets(endpoint: WebhookEndpoint, seal: Seal, now: Date): string[] {
  const { sealedSecret, sealedPreviousSecret } = endpoint;
  const previous = isRotating(endpoint, now) ? sealedPreviousSecret : null;
  return [sealedSecret, ...(previous === null ? [] : [previous])].map((sealed) =>
    seal.open(sealed, secretContext(endpoint.id)),
  );
}

export function isRotating(endpoint: WebhookEndpoint, now: Date): boolean {
  const { sealedPreviousSecret, previousSecretExpiresAt: expiresAt } = endpoint;
  return sealedPreviousSecret !== null && expiresAt !== null && now < expiresAt;
}
