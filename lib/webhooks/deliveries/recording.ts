import { recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { newId } from "#lib/platform/ids.ts";
import type { WebhookEndpoint } from "#lib/webhooks/endpoints/endpoint.ts";
import { createEndpointRepository } from "#lib/webhooks/endpoints/repository.ts";
import type { WebhookEvent } from "#lib/webhooks/events/event.ts";
import { TEST_EVENT } from "#lib/webhooks/events/event-types.ts";
import { createNoticeRepository } from "#lib/webhooks/notices/repository.ts";
import { createWebhookRepository } from "#lib/webhooks/repository.ts";
import type { Delivery } from "./delivery.ts";
import { createQueueRepository } from "./queue/repository.ts";
import { nextAttemptAt } from "./schedule.ts";
import type { WebhookAnswer } from "./sender.ts";

const FAILING_MS = 5 * 24 * 60 * 60_000;
// Days in which next to nothing was tried, since we stood still ourselves, say little of an endpoint.
const MIN_FAILURES = 10;
// The longest wait between two attempts with its jitter: after a longer one nobody knows what was in between.
const QUIET_MS = 27 * 60 * 60_000;
// What is asked for one webhook may hold up the others only so long.
const MAX_PAUSE_MS = 60 * 60_000;

/** What goes to whom, as read when the attempt began. */
export type Message = { event: WebhookEvent; endpoint: WebhookEndpoint };

/** What was sent, as far as it came to that, and what became of it. */
export type Sent = {
  startedAt: Date;
  headers: Record<string, string> | null;
  answer: WebhookAnswer;
  /** There is no attempt after this one, whatever the schedule says. */
  isLast?: boolean;
};

type Deps = { db: Database; clock: Clock; random: () => number };

/** Writes down what became of attempts, and what follows from it for their endpoints. */
export function createRecording({ db, clock, random }: Deps) {
  /** Notes a failure, and answers why the endpoint is to be disabled for it, if it is. */
  async function judge(
    tx: Database,
    endpoint: WebhookEndpoint,
    { type }: WebhookEvent,
    answer: WebhookAnswer,
    now: Date,
  ): Promise<"gone" | "failing" | undefined> {
    if (answer.status === 410) return "gone";
    const pause = pauseAfter(endpoint, answer, now);
    // Neither says that the server takes no events: it may not be there yet, or the fault is ours.
    const isCounted = type !== TEST_EVENT && answer.error !== "internal";
    const count = isCounted ? countFailure(endpoint, now) : undefined;
    if (pause || count) {
      await createEndpointRepository(tx).update(endpoint.id, { ...pause, ...count });
    }
    if (!count || count.failures < MIN_FAILURES) return undefined;
    return now.getTime() - count.failingSince.getTime() < FAILING_MS ? undefined : "failing";
  }

  /** What becomes of a delivery, and the endpoint that the answer says something of, locked, if it failed. */
  async function plan(
    tx: Database,
    delivery: Delivery,
    { event, endpoint }: Message,
    { answer, isLast = false }: Sent,
    now: Date,
  ): Promise<{ next: Partial<Delivery>; judged?: WebhookEndpoint | undefined }> {
    const endpoints = createEndpointRepository(tx);
    const after = (told: Partial<WebhookAnswer>) =>
      afterAttempt(delivery, event, told, now, random);
    // The endpoint before the delivery, in the order in which everybody takes the two.
    if (isSuccess(answer)) {
      await endpoints.clearFailing(endpoint.id, endpoint.url);
      return { next: after(answer) };
    }
    const failed = await endpoints.lock(endpoint);
    // What was disabled while this ran is tried no more.
    if (isLast || failed?.disabledAt) {
      return { next: { attemptCount: delivery.attemptCount + 1, ...exhausted(now) } };
    }
    // What another address answered says nothing of this one.
    if (failed?.url !== endpoint.url) return { next: after({}) };
    return { next: after(answer), judged: failed };
  }

  async function disable(
    tx: Database,
    { id, accountId }: WebhookEndpoint,
    reason: "gone" | "failing",
    now: Date,
  ): Promise<void> {
    await createEndpointRepository(tx).disable(id, now, reason);
    await createQueueRepository(tx).stopPending(id, now);
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
      message: Message,
      sent: Sent,
    ): Promise<Delivery["status"] | "lost"> {
      const now = clock.now();
      const { startedAt, headers, answer } = sent;
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
        const { next, judged } = await plan(tx, delivery, message, sent, now);
        if (!(await inside.release(delivery, next))) return "lost";
        await inside.insertAttempt(row);
        const reason = judged && (await judge(tx, judged, message.event, answer, now));
        if (reason) await disable(tx, judged, reason, now);
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

function isSuccess({ status }: Pick<WebhookAnswer, "status">): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

function honouredSeconds({ status, retryAfterSeconds }: Partial<WebhookAnswer>) {
  return status === 429 || status === 503 ? retryAfterSeconds : undefined;
}

/** How an endpoint stands after a failure; one after a long silence is the first again. */
function countFailure({ failingSince, lastFailedAt, failures }: WebhookEndpoint, now: Date) {
  const isQuiet = !lastFailedAt || now.getTime() - lastFailedAt.getTime() > QUIET_MS;
  const isFirst = !failingSince || isQuiet;
  return {
    failingSince: isFirst ? now : failingSince,
    failures: isFirst ? 1 : failures + 1,
    lastFailedAt: now,
  };
}

/** What an endpoint that asks to be left alone gets: its other deliveries wait too. */
function pauseAfter({ pausedUntil }: WebhookEndpoint, answer: WebhookAnswer, now: Date) {
  const wished = honouredSeconds(answer);
  if (!wished) return undefined;
  const until = new Date(now.getTime() + Math.min(wished * 1000, MAX_PAUSE_MS));
  return pausedUntil && pausedUntil > until ? undefined : { pausedUntil: until };
}

function afterAttempt(
  delivery: Delivery,
  { type }: WebhookEvent,
  answer: Partial<WebhookAnswer>,
  now: Date,
  random: () => number,
): Partial<Delivery> {
  const attemptCount = delivery.attemptCount + 1;
  if (isSuccess(answer)) {
    return { attemptCount, status: "delivered", nextAttemptAt: null, finishedAt: now };
  }
  const retryAfterSeconds = honouredSeconds(answer);
  const next = nextAttemptAt(attemptCount, now, { retryAfterSeconds, random });
  // Whoever tries an endpoint out wants to know now, not in three days.
  const isLast = answer.status === 410 || type === TEST_EVENT || !next;
  return isLast ? { attemptCount, ...exhausted(now) } : { attemptCount, nextAttemptAt: next };
}
