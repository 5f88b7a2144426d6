import type { Clock } from "#lib/clock.ts";
import type { Database } from "#lib/db/client.ts";
import { newId } from "#lib/ids.ts";
import type { Logger } from "#lib/logger.ts";
import type { Seal } from "#lib/seal.ts";
import type { Delivery } from "./deliveries/delivery.ts";
import { signingSecrets, type WebhookEndpoint } from "./endpoint.ts";
import { createEndpointRepository } from "./endpoints/repository.ts";
import { TEST_EVENT, type WebhookEvent } from "./event.ts";
import { createWebhookRepository } from "./repository.ts";
import { nextAttemptAt } from "./schedule.ts";
import { FIXED_HEADERS, type SendWebhook, type WebhookAnswer } from "./sender.ts";
import { signatureHeaders } from "./signature.ts";

// Well above the sender's deadline: only a dead worker lets a lease run out.
const LEASE_MS = 60_000;
// A worker that is told to stop waits for its run: this long, and one send more.
const MAX_RUN_MS = 5_000;
const MAX_IN_FLIGHT = 32;
const MAX_PER_ENDPOINT = 2;

type Deps = {
  db: Database;
  clock: Clock;
  seal: Seal;
  env: { ALLOW_LOCAL_CALLBACKS: boolean };
  logger: Logger;
  send: SendWebhook;
  random: () => number;
};

type Message = { event: WebhookEvent; endpoint: WebhookEndpoint };
/** What was sent, as far as it came to that, and what became of it. */
type Sent = { headers: Record<string, string> | null; answer: WebhookAnswer };

/** Sends what is due: claims under a lease, sends outside any database transaction, then records. */
export function createDeliverer({ db, clock, seal, env, logger, send, random }: Deps) {
  const repository = createWebhookRepository(db);
  const inFlight = new Set<Promise<void>>();

  function claim(): Promise<Delivery | undefined> {
    const now = clock.now();
    return repository.claimDue(now, new Date(now.getTime() + LEASE_MS), MAX_PER_ENDPOINT);
  }

  async function attempt(delivery: Delivery): Promise<void> {
    const startedAt = clock.now();
    const message = await repository.findMessage(delivery);
    if (message.endpoint.disabledAt) {
      await repository.release(delivery, exhausted(startedAt));
      return;
    }
    const sent = await post(message, startedAt).catch((error: unknown): Sent => {
      // Counted like any other failure, so that the merchant sees it and it ends some day.
      logger.error({ err: error, deliveryId: delivery.id }, "a webhook could not be sent");
      const durationMs = clock.now().getTime() - startedAt.getTime();
      return { headers: null, answer: { error: "internal", responseStart: "", durationMs } };
    });
    await record(delivery, message, startedAt, sent);
  }

  async function post({ event, endpoint }: Message, sentAt: Date): Promise<Sent> {
    const message = { id: event.id, sentAt, body: event.payload };
    const headers = signatureHeaders(message, signingSecrets(endpoint, seal, sentAt));
    const answer = await send({
      url: endpoint.url,
      headers,
      body: event.payload,
      allowLocal: env.ALLOW_LOCAL_CALLBACKS && endpoint.mode === "test",
    });
    return { headers: { ...headers, ...FIXED_HEADERS }, answer };
  }

  async function record(
    delivery: Delivery,
    { event, endpoint }: Message,
    startedAt: Date,
    { headers, answer }: Sent,
  ): Promise<void> {
    const now = clock.now();
    const { id: deliveryId, endpointId } = delivery;
    const planned = afterAttempt(delivery, event, answer, now, random);
    const state = await db.transaction(async (tx) => {
      const inside = createWebhookRepository(tx);
      const endpoints = createEndpointRepository(tx);
      // Before the delivery, in the order in which everybody takes the two.
      const isFailure = planned.status !== "delivered";
      const current = isFailure ? await endpoints.lock({ ...endpoint, id: endpointId }) : undefined;
      // What was disabled while this ran is tried no more.
      const next = current?.disabledAt ? { ...planned, ...exhausted(now) } : planned;
      if (!(await inside.release(delivery, next))) return "lost";
      await inside.insertAttempt({
        id: newId("att"),
        deliveryId,
        startedAt,
        durationMs: answer.durationMs,
        requestHeaders: headers,
        responseStatus: answer.status ?? null,
        responseStart: answer.responseStart,
        error: answer.error ?? null,
      });
      if (answer.status === 410) {
        await endpoints.disable(endpointId, now, "gone");
        await inside.stopPending(endpointId, now);
      }
      return next.status ?? "pending";
    });
    const { status, error, durationMs } = answer;
    const outcome = { deliveryId, endpointId, status, error, durationMs, state };
    if (state === "lost")
      logger.warn(outcome, "the lease of a webhook delivery ran out before its answer came");
    else logger.info(outcome, "webhook sent");
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

  return {
    /**
     * Sends up to `limit` due deliveries and resolves to their number when all are recorded. Claims one only when it can
     * be sent at once, and none any more after 5 s.
     */
    async deliverDue({ limit }: { limit: number }): Promise<number> {
      const until = clock.now().getTime() + MAX_RUN_MS;
      const own = new Set<Promise<void>>();
      let sent = 0;
      while (sent < limit && clock.now().getTime() < until) {
        if (inFlight.size >= MAX_IN_FLIGHT) await Promise.race(inFlight);
        const delivery = await claim();
        if (delivery) {
          sent++;
          const sending = begin(delivery).finally(() => own.delete(sending));
          own.add(sending);
        } else if (own.size > 0) {
          // An endpoint that had its share in flight may get its next one now.
          await Promise.race(own);
        } else break;
      }
      await Promise.all(own);
      return sent;
    },

    nextDueAt: () => repository.nextDueAt(),
  };
}

function exhausted(now: Date): Partial<Delivery> {
  return { status: "exhausted", nextAttemptAt: null, finishedAt: now };
}

function afterAttempt(
  delivery: Delivery,
  { type }: WebhookEvent,
  { status, retryAfterSeconds }: WebhookAnswer,
  now: Date,
  random: () => number,
): Partial<Delivery> {
  const attemptCount = delivery.attemptCount + 1;
  if (status !== undefined && status >= 200 && status < 300) {
    return { attemptCount, status: "delivered", nextAttemptAt: null, finishedAt: now };
  }
  const honoursRetryAfter = status === 429 || status === 503;
  const next = nextAttemptAt(attemptCount, now, {
    retryAfterSeconds: honoursRetryAfter ? retryAfterSeconds : undefined,
    random,
  });
  // Whoever tries an endpoint out wants to know now, not in three days.
  if (status === 410 || type === TEST_EVENT || !next) return { attemptCount, ...exhausted(now) };
  return { attemptCount, nextAttemptAt: next };
}
