import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { inBatches } from "#lib/platform/db/run.ts";
import type { WebhookEndpoint } from "#lib/webhooks/endpoints/endpoint.ts";
import * as endpointRepository from "#lib/webhooks/endpoints/repository.ts";
import * as webhookRepository from "#lib/webhooks/repository.ts";
import type { Leased } from "./delivery.ts";

type Success = Leased & { attempt: webhookRepository.NewAttempt };

/** `lost`: the lease expired, and nothing was recorded. */
type Result = "delivered" | "lost";

type Waiting = Success & PromiseWithResolvers<Result>;

/** Most deliveries succeed, and a commit takes longer than anything else about them. */
export function createSuccesses({ db, clock }: { db: Database; clock: Clock }) {
  let waiting: Waiting[] = [];
  let isRecording = false;

  /** In one database transaction. */
  function recordAll(successes: readonly Success[]): Promise<Result[]> {
    const now = clock.now();
    return inBatches(db, async (tx) => {
      // Lock order everywhere: endpoints before deliveries. Among each, by id.
      const cleared = failingOf(successes).map((one) => endpointRepository.clearFailing(tx, one));
      const recorded = successes
        .toSorted((a, b) => (a.delivery.id < b.delivery.id ? -1 : 1))
        .map(async ({ delivery, attempt }) => {
          const isRecorded = await webhookRepository.recordDelivered(tx, delivery, attempt, now);
          return [delivery.id, isRecorded] as const;
        });
      const [results] = await Promise.all([Promise.all(recorded), ...cleared, tx.commit()]);
      const isRecorded = new Map(results);
      return successes.map(({ delivery }) => (isRecorded.get(delivery.id) ? "delivered" : "lost"));
    });
  }

  /** One that can't be recorded prevents no other. */
  function recordEach(successes: readonly Waiting[]): void {
    for (const one of successes) {
      void recordAll([one]).then(([result = "lost"]) => one.resolve(result), one.reject);
    }
  }

  async function recordWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const together = waiting;
      waiting = [];
      const results = await recordAll(together).catch(() => undefined);
      if (!results) recordEach(together);
      else for (const [at, { resolve }] of together.entries()) resolve(results[at] ?? "lost");
    }
    isRecording = false;
  }

  return {
    /** Together with those that ended while others were being recorded. */
    record(success: Success): Promise<Result> {
      const one = { ...success, ...Promise.withResolvers<Result>() };
      waiting.push(one);
      // After others that end in this turn of the event loop.
      if (!isRecording) setImmediate(recordWaiting);
      isRecording = true;
      return one.promise;
    },
  };
}

/** As read with the lease: a failure recorded since then belongs to a delivery that is still to be sent. */
function failingOf(successes: readonly Success[]): WebhookEndpoint[] {
  const failing = successes.map(({ endpoint }) => endpoint).filter((one) => one.failingSince);
  const byId = new Map(failing.map((one) => [one.id, one]));
  return [...byId.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
