import { API_VERSION } from "#lib/platform/api-version.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { Logger } from "#lib/platform/logger.ts";
import { signingSecrets } from "#lib/webhooks/endpoints/endpoint.ts";
import type { AllowsLocal } from "#lib/webhooks/endpoints/local-callbacks.ts";
import * as repository from "#lib/webhooks/repository.ts";
import { signatureHeaders } from "#lib/webhooks/signatures/signature.ts";
import { type Delivery, FIXED_HEADERS } from "./delivery.ts";
import { createLeasing } from "./leasing.ts";
import { createRecording, type Message, type Sent } from "./recording.ts";
import { MAX_ATTEMPTS } from "./schedule.ts";
import type { SendWebhook } from "./sender.ts";
import { traceparent } from "./traceparent.ts";

const MAX_IN_FLIGHT = 128;

type Deps = {
  db: Database;
  clock: Clock;
  seal: Seal;
  allowsLocal: AllowsLocal;
  logger: Logger;
  send: SendWebhook;
  random: () => number;
};

type Run = {
  limit: number;
  /** Another delivery may now have a place or be due. */
  onEnded?: (() => void) | undefined;
};

export function createDeliverer({ db, clock, seal, logger, send, random, ...deps }: Deps) {
  const leasing = createLeasing({ db, clock });
  const recording = createRecording({ db, clock, random });
  const inFlight = new Set<Promise<void>>();

  async function attempt(delivery: Delivery): Promise<void> {
    const startedAt = clock.now();
    const message = await repository.findMessage(db, delivery);
    if (message.endpoint.disabledAt) return recording.giveUp(delivery);
    if (delivery.leases > MAX_ATTEMPTS) return giveUpOnUs(delivery, message, startedAt);
    const sent = await post(message, startedAt).catch((error: unknown): Sent => {
      // Counts as a failure: the merchant sees it and the delivery ends eventually.
      logger.error({ err: error, deliveryId: delivery.id }, "a webhook could not be sent");
      const durationMs = clock.now().getTime() - startedAt.getTime();
      const response = { error: "internal", responseStart: "", durationMs };
      return { startedAt, headers: null, response };
    });
    const state = await recording.record(delivery, message, sent);
    const { status, error, durationMs } = sent.response;
    const { id: deliveryId, endpointId } = delivery;
    const outcome = { deliveryId, endpointId, status, error, durationMs, state };
    if (state === "lost")
      logger.warn(outcome, "the lease of a webhook delivery expired before its response");
    else logger.info(outcome, "webhook sent");
  }

  /** Leased repeatedly without a recorded result. */
  async function giveUpOnUs(delivery: Delivery, message: Message, startedAt: Date): Promise<void> {
    logger.error({ deliveryId: delivery.id }, "a webhook's failed delivery can't be recorded");
    const response = { error: "internal", responseStart: "", durationMs: 0 };
    await recording
      .record(delivery, message, { startedAt, headers: null, response, isLast: true })
      .catch(() => recording.giveUp(delivery));
  }

  async function post({ event, endpoint }: Message, startedAt: Date): Promise<Sent> {
    const message = { id: event.id, sentAt: startedAt, body: event.payload };
    const headers = {
      ...signatureHeaders(message, signingSecrets(endpoint, seal, startedAt)),
      "api-version": API_VERSION,
      traceparent: traceparent(event.id),
    };
    const response = await send({
      url: endpoint.url,
      headers,
      body: event.payload,
      allowLocal: await deps.allowsLocal(endpoint),
    });
    return { startedAt, headers: { ...headers, ...FIXED_HEADERS }, response };
  }

  function begin(delivery: Delivery, onEnded = () => {}): Promise<void> {
    const sending = attempt(delivery)
      .catch((error: unknown) => {
        // The delivery is sent again when its lease expires.
        logger.error({ err: error, deliveryId: delivery.id }, "a webhook could not be recorded");
      })
      .finally(() => {
        inFlight.delete(sending);
        onEnded();
      });
    inFlight.add(sending);
    return sending;
  }

  return {
    /** Each promise resolves when its delivery is recorded. Does not wait for them, so a hanging endpoint blocks nothing. */
    async beginDue({ limit, onEnded }: Run): Promise<Promise<void>[]> {
      const room = Math.min(limit, MAX_IN_FLIGHT - inFlight.size);
      const leased = room > 0 ? await leasing.lease(room) : [];
      return leased.map((delivery) => begin(delivery, onEnded));
    },

    async settled(): Promise<void> {
      await Promise.all(inFlight);
    },

    /** When to call `beginDue` next, unless a delivery ends earlier. */
    async nextDueAt(): Promise<Date | undefined> {
      return inFlight.size < MAX_IN_FLIGHT ? leasing.nextDueAt() : undefined;
    },
  };
}
