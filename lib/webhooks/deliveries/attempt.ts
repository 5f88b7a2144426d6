import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import { count, time } from "#lib/platform/telemetry/metrics/record.ts";
import { inSpan, type Span } from "#lib/platform/telemetry/tracing/tracer.ts";
import { API_VERSION } from "#lib/platform/values/api-version.ts";
import { signingSecrets } from "#lib/webhooks/endpoints/endpoint.ts";
import type { AllowsLocal } from "#lib/webhooks/endpoints/local-callbacks.ts";
import { signatureHeaders } from "#lib/webhooks/signatures/signature.ts";
import { type Delivery, FIXED_HEADERS, type Leased } from "./delivery.ts";
import type { Recording, Sent } from "./recording.ts";
import { MAX_ATTEMPTS } from "./schedule.ts";
import type { SendWebhook } from "./sender.ts";
import { traceIdOf, traceparent } from "./traceparent.ts";

export type AttemptDeps = {
  clock: Clock;
  seal: Seal;
  allowsLocal: AllowsLocal;
  logger: Logger;
  send: SendWebhook;
  recording: Recording;
};

export async function attempt(deps: AttemptDeps, leased: Leased): Promise<void> {
  const { id, eventId } = leased.delivery;
  const attributes = { "bankside.delivery.id": id, "bankside.event.id": eventId };
  const options = { kind: "client", traceId: traceIdOf(eventId), attributes } as const;
  await inSpan("webhook delivery", options, (span) => attemptIn(deps, span, leased));
}

async function attemptIn(deps: AttemptDeps, span: Span | undefined, leased: Leased): Promise<void> {
  const { clock, logger, recording } = deps;
  const { delivery } = leased;
  const startedAt = clock.now();
  if (leased.endpoint.disabledAt) return recording.giveUp(delivery);
  if (delivery.leases > MAX_ATTEMPTS) return giveUpOnUs(deps, leased, startedAt);
  const sent = await post(deps, leased, startedAt, span).catch((error: unknown): Sent => {
    // Counts as a failure: the merchant sees it and the delivery ends eventually.
    logger.error({ err: error, deliveryId: delivery.id }, "a webhook could not be sent");
    const durationMs = clock.now().getTime() - startedAt.getTime();
    const response = { error: "internal", responseStart: "", durationMs };
    return { startedAt, headers: null, response };
  });
  const state = await recording.record(leased, sent);
  const { status, error, durationMs } = sent.response;
  if (span) {
    Object.assign(span.attributes, {
      "http.response.status_code": status,
      "error.type": error,
      "bankside.delivery.state": state,
    });
    span.isFailed = state !== "delivered";
  }
  noteAttempt(state);
  time("bankside_webhook_delivery_duration_seconds", {}, durationMs / 1_000);
  const { id: deliveryId, endpointId } = delivery;
  const outcome = { deliveryId, endpointId, status, error, durationMs, state };
  if (state === "lost")
    logger.warn(outcome, "the lease of a webhook delivery expired before its response");
  else logger.info(outcome, "webhook sent");
}

async function giveUpOnUs(
  { logger, recording }: AttemptDeps,
  leased: Leased,
  startedAt: Date,
): Promise<void> {
  const { delivery } = leased;
  logger.error({ deliveryId: delivery.id }, "a webhook's failed delivery can't be recorded");
  const response = { error: "internal", responseStart: "", durationMs: 0 };
  await recording
    .record(leased, { startedAt, headers: null, response, isLast: true })
    .catch(() => recording.giveUp(delivery));
  noteAttempt("exhausted");
}

async function post(
  { seal, send, allowsLocal }: AttemptDeps,
  { event, endpoint }: Leased,
  startedAt: Date,
  span: Span | undefined,
): Promise<Sent> {
  const message = { id: event.id, sentAt: startedAt, body: event.payload };
  const headers = {
    ...signatureHeaders(message, signingSecrets(endpoint, seal, startedAt)),
    "api-version": API_VERSION,
    traceparent: traceparent(event.id, span?.spanId),
  };
  const response = await send({
    url: endpoint.url,
    headers,
    body: event.payload,
    allowLocal: await allowsLocal(endpoint),
  });
  return { startedAt, headers: { ...headers, ...FIXED_HEADERS }, response };
}

function noteAttempt(state: Delivery["status"] | "lost"): void {
  const result = state === "pending" ? "failed" : state;
  count("bankside_webhook_deliveries_total", { result });
}
