import { recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { newId } from "#lib/platform/values/ids.ts";
import type { WebhookEndpoint } from "#lib/webhooks/endpoints/endpoint.ts";
import * as endpointRepository from "#lib/webhooks/endpoints/repository.ts";
import type { WebhookEvent } from "#lib/webhooks/events/event.ts";
import { TEST_EVENT } from "#lib/webhooks/model/event-types.ts";
import * as noticeRepository from "#lib/webhooks/notices/repository.ts";
import { recordDisabled } from "./announcing.ts";
import type { Delivery, Leased } from "./delivery.ts";
import * as queueRepository from "./queue/repository.ts";
import { insertAttempt, type NewAttempt, release } from "./recorded.sql.ts";
import { nextAttemptAt } from "./schedule.ts";
import type { WebhookResponse } from "./sender.ts";
import { createSuccesses } from "./successes.ts";

const FAILING_MS = 5 * 24 * 60 * 60_000;
// Few failures over days mean that our workers were down.
const MIN_FAILURES = 10;
// Longest wait with jitter. After a longer gap, the state in between is unknown.
const QUIET_MS = 27 * 60 * 60_000;
const MAX_PAUSE_MS = 60 * 60_000;

/** `headers` is null if nothing was sent. */
export type Sent = {
  startedAt: Date;
  headers: Record<string, string> | null;
  response: WebhookResponse;
  isLast?: boolean;
};

type Recorded = Delivery["status"] | "lost";

type Deps = { db: Database; clock: Clock; random: () => number };

export type Recording = ReturnType<typeof createRecording>;

export function createRecording(deps: Deps) {
  const { db, clock } = deps;
  const successes = createSuccesses({ db, clock });
  return {
    /** `lost`: the lease expired, and nothing was recorded. */
    record(leased: Leased, sent: Sent): Promise<Recorded> {
      const { startedAt, headers, response } = sent;
      const attempt = {
        id: newId("att"),
        deliveryId: leased.delivery.id,
        startedAt,
        durationMs: response.durationMs,
        requestHeaders: headers,
        responseStatus: response.status ?? null,
        responseStart: response.responseStart,
        error: response.error ?? null,
      };
      return isSuccess(response)
        ? successes.record({ ...leased, attempt })
        : recordFailure(deps, leased, sent, attempt);
    },

    async giveUp(delivery: Delivery): Promise<void> {
      await release(db, delivery, exhausted(clock.now()));
    },
  };
}

async function judge(
  tx: Database,
  endpoint: WebhookEndpoint,
  { type }: WebhookEvent,
  response: WebhookResponse,
  now: Date,
): Promise<"gone" | "failing" | undefined> {
  if (response.status === 410) return "gone";
  const pause = pauseAfter(endpoint, response, now);
  // Tested servers may not be live yet; `internal` is our own fault.
  const isCounted = type !== TEST_EVENT && response.error !== "internal";
  const count = isCounted ? countFailure(endpoint, now) : undefined;
  if (pause || count) {
    await endpointRepository.update(tx, endpoint.id, { ...pause, ...count });
  }
  if (!count || count.failures < MIN_FAILURES) return undefined;
  return now.getTime() - count.failingSince.getTime() < FAILING_MS ? undefined : "failing";
}

/** `judged`: the locked endpoint, if the failure counts against it. */
async function plan(
  tx: Database,
  { delivery, event, endpoint }: Leased,
  { response, isLast = false }: Sent,
  { now, random }: { now: Date; random: () => number },
): Promise<{ next: Partial<Delivery>; judged?: WebhookEndpoint | undefined }> {
  const after = (shown: Partial<WebhookResponse>) =>
    afterFailure(delivery, event, shown, now, random);
  // Lock order everywhere: the endpoint before the delivery.
  const failed = await endpointRepository.lock(tx, endpoint);
  // Disabled or deleted during the attempt.
  if (isLast || !failed || failed.disabledAt) {
    return { next: { attemptCount: delivery.attemptCount + 1, ...exhausted(now) } };
  }
  // The response came from a previous URL.
  if (failed.url !== endpoint.url) return { next: after({}) };
  return { next: after(response), judged: failed };
}

async function disable(
  tx: Database,
  endpoint: WebhookEndpoint,
  reason: "gone" | "failing",
  now: Date,
): Promise<void> {
  const { id, accountId } = endpoint;
  await endpointRepository.disable(tx, id, now, reason);
  await queueRepository.stopPending(tx, id, now);
  await recordAudit(tx, now, {
    accountId,
    actor: "system",
    action: "webhook_endpoint.disabled",
    target: id,
    details: { reason },
  });
  await noticeRepository.insert(tx, { accountId, endpointId: id }, now);
  await recordDisabled(tx, endpoint, reason, now);
}

function recordFailure(
  { db, clock, random }: Deps,
  leased: Leased,
  sent: Sent,
  attempt: NewAttempt,
): Promise<Recorded> {
  const { delivery, event } = leased;
  const now = clock.now();
  return db.transaction(async (tx) => {
    const { next, judged } = await plan(tx, leased, sent, { now, random });
    if (!(await release(tx, delivery, next))) return "lost";
    await insertAttempt(tx, attempt);
    const reason = judged && (await judge(tx, judged, event, sent.response, now));
    if (reason) await disable(tx, judged, reason, now);
    return reason ? "exhausted" : (next.status ?? "pending");
  });
}

function exhausted(now: Date): Partial<Delivery> {
  return { status: "exhausted", nextAttemptAt: null, finishedAt: now };
}

function isSuccess({ status }: Pick<WebhookResponse, "status">): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

function honouredSeconds({ status, retryAfterSeconds }: Partial<WebhookResponse>) {
  return status === 429 || status === 503 ? retryAfterSeconds : undefined;
}

function countFailure({ failingSince, lastFailedAt, failures }: WebhookEndpoint, now: Date) {
  const isQuiet = !lastFailedAt || now.getTime() - lastFailedAt.getTime() > QUIET_MS;
  const isFirst = !failingSince || isQuiet;
  return {
    failingSince: isFirst ? now : failingSince,
    failures: isFirst ? 1 : failures + 1,
    lastFailedAt: now,
  };
}

function pauseAfter({ pausedUntil }: WebhookEndpoint, response: WebhookResponse, now: Date) {
  const wished = honouredSeconds(response);
  if (!wished) return undefined;
  const until = new Date(now.getTime() + Math.min(wished * 1000, MAX_PAUSE_MS));
  return pausedUntil && pausedUntil > until ? undefined : { pausedUntil: until };
}

function afterFailure(
  delivery: Delivery,
  { type }: WebhookEvent,
  response: Partial<WebhookResponse>,
  now: Date,
  random: () => number,
): Partial<Delivery> {
  const attemptCount = delivery.attemptCount + 1;
  const retryAfterSeconds = honouredSeconds(response);
  const next = nextAttemptAt(attemptCount, now, { retryAfterSeconds, random });
  // Test senders want the result now, not in three days.
  const isLast = response.status === 410 || type === TEST_EVENT || !next;
  return isLast ? { attemptCount, ...exhausted(now) } : { attemptCount, nextAttemptAt: next };
}
