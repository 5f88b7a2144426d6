import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { inBatches } from "#lib/platform/db/run.ts";
import * as endpointRepository from "#lib/webhooks/endpoints/repository.ts";
import * as webhookRepository from "#lib/webhooks/repository.ts";
import type { Leased } from "./delivery.ts";

type Success = Leased & { attempt: webhookRepository.NewAttempt };

/** `lost`: the lease expired, and nothing was recorded. */
type Result = "delivered" | "lost";

type Waiting = Success & PromiseWithResolvers<Result>;

/** Records those that end at about the same time together: a commit takes longer than the rest. */
export function createSuccesses({ db, clock }: { db: Database; clock: Clock }) {
  let waiting: Waiting[] = [];
  let isRecording = false;

  /** In one database transaction, which locks in the order of ids. */
  function recordTogether(successes: readonly Success[]): Promise<Map<string, Result>> {
    const now = clock.now();
    const inOrder = successes.toSorted((a, b) => (a.delivery.id < b.delivery.id ? -1 : 1));
    return inBatches(db, async (tx) => {
      const [results] = await Promise.all([
        Promise.all(
          inOrder.map(async ({ delivery, attempt }) => {
            const isRecorded = await webhookRepository.recordDelivered(tx, delivery, attempt, now);
            return [delivery.id, isRecorded ? "delivered" : "lost"] as const;
          }),
        ),
        tx.commit(),
      ]);
      return new Map(results);
    });
  }

  /** Another transaction may hold the endpoint. */
  function recordAlone({ endpoint, delivery, attempt }: Success): Promise<Result> {
    return inBatches(db, async (tx) => {
      const [, isRecorded] = await Promise.all([
        // Lock order everywhere: the endpoint before the delivery.
        endpointRepository.clearFailing(tx, endpoint),
        webhookRepository.recordDelivered(tx, delivery, attempt, clock.now()),
        tx.commit(),
      ]);
      return isRecorded ? "delivered" : "lost";
    });
  }

  async function recordWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const together = waiting;
      waiting = [];
      // One that can't be recorded prevents no other.
      const results = await recordTogether(together).catch(() => undefined);
      for (const one of together) {
        if (results) one.resolve(results.get(one.delivery.id) ?? "lost");
        else recordAlone(one).then(one.resolve, one.reject);
      }
    }
    isRecording = false;
  }

  return {
    record(success: Success): Promise<Result> {
      // As read with the lease. A failure recorded since then is of a delivery that is still to be sent.
      if (success.endpoint.failingSince) return recordAlone(success);
      const one = { ...success, ...Promise.withResolvers<Result>() };
      waiting.push(one);
      // After others that end in this turn of the event loop.
      if (!isRecording) setImmediate(recordWaiting);
      isRecording = true;
      return one.promise;
    },
  };
}
