import { recordAudit } from "#lib/audit/log.ts";
import type { Clock } from "#lib/clock.ts";
import type { Database } from "#lib/db/client.ts";
import { newId } from "#lib/ids.ts";
import type { Delivery } from "./deliveries/delivery.ts";
import type { WebhookEndpoint } from "./endpoint.ts";
import { createEndpointRepository } from "./endpoints/repository.ts";
import { TEST_EVENT, type WebhookEvent } from "./event.ts";
import { createNoticeRepository } from "./notices/repository.ts";
import { createWebhookRepository } from "./repository.ts";
import { nextAttemptAt } from "./schedule.ts";
import type { WebhookAnswer } from "./sender.ts";

const FAILING_MS = 5 * 24 * 60 * 60_000;
// Days in which next to nothing was tried, since we stood still ourselves, say little of an endpoint.
const MIN_FAILURES = 10;

/** What goes to whom, as read when the attempt began. */
export type Message = { event: WebhookEvent; endpoint: WebhookEndpoint };

/** What was sent, as far as it came to that, and what became of it. */
export type Sent = {
  startedAt: Date;
  headers: Record<string, string> | null;
  answer: WebhookAnswer;
};

type Deps = { db: Database; clock: Clock; random: () => number };

/** Writes down what became of attempts, and what follows from it for their endpoints. */
export function createRecording({ db, clock, random }: Deps) {
  /** Notes a failure, and answers why the endpoint is to be disabled for it, if it is. */
  async function judge(
    tx: Database,
    { id, failingSince, disabledAt }: WebhookEndpoint,
    { type }: WebhookEvent,
    { status, error }: WebhookAnswer,
    now: Date,
  ): Promise<"gone" | "failing" | undefined> {
    if (disabledAt) return undefined;
    if (status === 410) return "gone";
    // Neither says that the server takes no events: it may not be there yet, or the fault is ours.
    if (type === TEST_EVENT || error === "internal") return undefined;
    if (!failingSince) {
      await createEndpointRepository(tx).update(id, { failingSince: now });
      return undefined;
    }
    if (now.getTime() - failingSince.getTime() < FAILING_MS) return undefined;
    const attempts = await createWebhookRepository(tx).countAttempts(
      id,
      failingSince,
      MIN_FAILURES,
    );
    return attempts < MIN_FAILURES ? undefined : "failing";
  }

  /** Notes a success with an endpoint; the one that failed is locked and answered. */
  async function touchEndpoint(
    tx: Database,
    endpoint: WebhookEndpoint,
    { status }: Partial<Delivery>,
  ): Promise<WebhookEndpoint | undefined> {
    const endpoints = createEndpointRepository(tx);
    if (status !== "delivered") return endpoints.lock(endpoint);
    await endpoints.clearFailing(endpoint.id, endpoint.url);
    return undefined;
  }

  async function disable(
    tx: Database,
    { id, accountId }: WebhookEndpoint,
    reason: "gone" | "failing",
    now: Date,
  ): Promise<void> {
    await createEndpointRepository(tx).disable(id, now, reason);
    await createWebhookRepository(tx).stopPending(id, now);
    await recordAudit(tx, now, {
      accountId,
      actor: "system",
      action: "webhook_endpoint.disabled",
      target: id,
      details: { reason },
    });
    await createNoticeRepository(tx).insert({ accountId, endpointId: id }, now);
  }

  return {
    /**
     * Records an attempt and plans the next one, or ends the delivery. Answers how the delivery stands then, or `lost` if
     * somebody else holds it by now and nothing was recorded.
     */
    async record(
      delivery: Delivery,
      { event, endpoint }: Message,
      { startedAt, headers, answer }: Sent,
    ): Promise<Delivery["status"] | "lost"> {
      const now = clock.now();
      const planned = afterAttempt(delivery, event, answer, now, random);
      const row = {
        id: newId("att"),
        deliveryId: delivery.id,
        startedAt,
        durationMs: answer.durationMs,
        requestHeaders: headers,
        responseStatus: answer.status ?? null,
        responseStart: answer.responseStart,
        error: answer.error ?? null,
      };
      return db.transaction(async (tx) => {
        const inside = createWebhookRepository(tx);
        // The endpoint before the delivery, in the order in which everybody takes the two.
        const failed = await touchEndpoint(tx, endpoint, planned);
        // What was disabled while this ran is tried no more.
        const next = failed?.disabledAt ? { ...planned, ...exhausted(now) } : planned;
        if (!(await inside.release(delivery, next))) return "lost";
        await inside.insertAttempt(row);
        const reason = failed && (await judge(tx, failed, event, answer, now));
        if (failed && reason) await disable(tx, failed, reason, now);
        return reason ? "exhausted" : (next.status ?? "pending");
      });
    },

    /** Ends a delivery that is not sent, since its endpoint is disabled. */
    async giveUp(delivery: Delivery): Promise<void> {
      await createWebhookRepository(db).release(delivery, exhausted(clock.now()));
    },
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
