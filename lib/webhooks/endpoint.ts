import type { webhookEndpoints } from "#lib/db/schema.ts";
import type { Seal } from "#lib/seal.ts";

/** Where an account gets its webhooks in one mode; secrets are sealed. */
export type WebhookEndpoint = typeof webhookEndpoints.$inferSelect;

/** The context that binds a sealed Webhook Secret to its endpoint. */
export function secretContext(endpointId: string): string {
  return `webhook_endpoints:${endpointId}`;
}

/** The Webhook Secrets to sign with at `now`, newest first: during a rotation the previous one too. */
export function signingSecrets(endpoint: WebhookEndpoint, seal: Seal, now: Date): string[] {
  const { sealedPreviousSecret: previous, previousSecretExpiresAt: expiresAt } = endpoint;
  const isRotating = previous !== null && expiresAt !== null && now < expiresAt;
  return [endpoint.sealedSecret, ...(isRotating ? [previous] : [])].map((sealed) =>
    seal.open(sealed, secretContext(endpoint.id)),
  );
}
