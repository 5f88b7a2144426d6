import type { Clock } from "#lib/clock.ts";
import type { Database } from "#lib/db/client.ts";
import type { Logger } from "#lib/logger.ts";
import type { Seal } from "#lib/seal.ts";
import { createClaiming } from "./claiming.ts";
import type { Delivery } from "./deliveries/delivery.ts";
import { signingSecrets } from "./endpoint.ts";
import { createRecording, type Message, type Sent } from "./recording.ts";
import { createWebhookRepository } from "./repository.ts";
import { FIXED_HEADERS, type SendWebhook } from "./sender.ts";
import { signatureHeaders } from "./signature.ts";
import { traceparent } from "./traceparent.ts";

// So that no run holds on for ever under load; the next one begins at once.
const MAX_RUN_MS = 2_000;

/** How many webhooks one process sends at once. As many runs may wait, and there is still one to begin what is due. */
export const MAX_IN_FLIGHT = 128;

type Deps = {
  db: Database;
  clock: Clock;
  seal: Seal;
  env: { ALLOW_LOCAL_CALLBACKS: boolean };
  logger: Logger;
  send: SendWebhook;
  random: () => number;
};

type Run = { limit: number; stopping?: AbortSignal | undefined };

/** Sends what is due: claims under a lease, sends outside any database transaction, then records. */
export function createDeliverer({ db, clock, seal, env, logger, send, random }: Deps) {
  const repository = createWebhookRepository(db);
  const claiming = createClaiming({ db, clock });
  const recording = createRecording({ db, clock, random });
  const inFlight = new Set<Promise<void>>();
  let claims: Promise<unknown> = Promise.resolve();
  let isClaimAwaited = false;

  async function attempt(delivery: Delivery): Promise<void> {
    const startedAt = clock.now();
    const message = await repository.findMessage(delivery);
    if (message.endpoint.disabledAt) return recording.giveUp(delivery);
    const sent = await post(message, startedAt).catch((error: unknown): Sent => {
      // Counted like any other failure, so that the merchant sees it and it ends some day.
      logger.error({ err: error, deliveryId: delivery.id }, "a webhook could not be sent");
      const durationMs = clock.now().getTime() - startedAt.getTime();
      const answer = { error: "internal", responseStart: "", durationMs };
      return { startedAt, headers: null, answer };
    });
    const state = await recording.record(delivery, message, sent);
    const { status, error, durationMs } = sent.answer;
    const { id: deliveryId, endpointId } = delivery;
    const outcome = { deliveryId, endpointId, status, error, durationMs, state };
    if (state === "lost")
      logger.warn(outcome, "the lease of a webhook delivery ran out before its answer came");
    else logger.info(outcome, "webhook sent");
  }

  async function post({ event, endpoint }: Message, startedAt: Date): Promise<Sent> {
    const message = { id: event.id, sentAt: startedAt, body: event.payload };
    const headers = {
      ...signatureHeaders(message, signingSecrets(endpoint, seal, startedAt)),
      traceparent: traceparent(event.id),
    };
    const answer = await send({
      url: endpoint.url,
      headers,
      body: event.payload,
      allowLocal: env.ALLOW_LOCAL_CALLBACKS && endpoint.mode === "test",
    });
    return { startedAt, headers: { ...headers, ...FIXED_HEADERS }, answer };
  }

  function begin(delivery: Delivery): Promise<void> {
    const sending = attempt(delivery)
      .catch((error: unknown) => {
        // Its lease runs out, then it is tried again.
        logger.error({ err: error, deliveryId: delivery.id }, "a webhook could not be recorded");
      })
      .finally(() => inFlight.delete(sending));
    inFlight.add(sending);
    return sending;
  }

  /** Begins up to `limit` deliveries, as many as there is room for. One claim at a time, on one database connection. */
  async function beginDue(limit: number): Promise<Promise<void>[]> {
    // The one that waits takes whatever is due by then, so nobody else needs to wait behind it.
    if (isClaimAwaited) return [];
    isClaimAwaited = true;
    const turn = claims.then(async () => {
      isClaimAwaited = false;
      const room = Math.min(limit, MAX_IN_FLIGHT - inFlight.size);
      const claimed = room > 0 ? await claiming.claim(room) : [];
      return claimed.map(begin);
    });
    claims = turn.catch(() => {});
    return turn;
  }

  return {
    /**
     * Sends up to `limit` due deliveries and resolves to their number when all are recorded. Claims one only when it can
     * be sent at once, and none any more after 2 s or once `stopping`. What becomes due while it waits is for another run
     * beside it.
     */
    async deliverDue({ limit, stopping }: Run): Promise<number> {
      const until = clock.now().getTime() + MAX_RUN_MS;
      const isOver = () => clock.now().getTime() >= until || stopping?.aborted === true;
      const own = new Set<Promise<void>>();
      let sent = 0;
      let ended = 0;

      /** Answers whether there may be more to begin now. */
      async function beginMore(): Promise<boolean> {
        if (inFlight.size >= MAX_IN_FLIGHT) await Promise.race(inFlight);
        const endedBefore = ended;
        const begun = await beginDue(limit - sent);
        sent += begun.length;
        for (const sending of begun) {
          const watched: Promise<void> = sending.finally(() => {
            own.delete(watched);
            ended++;
          });
          own.add(watched);
        }
        // One that ended during the claim has left a place that the claim did not see.
        return begun.length > 0 || ended > endedBefore;
      }

      try {
        while (sent < limit && !isOver()) {
          if (await beginMore()) continue;
          if (own.size === 0) break;
          // Whoever had their share on its way may get their next one then.
          await Promise.race(own);
        }
      } finally {
        await Promise.all(own);
      }
      return sent;
    },

    nextDueAt: () => repository.nextDueAt(),
  };
}
