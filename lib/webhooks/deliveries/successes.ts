import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { inBatches } from "#lib/platform/db/in-batches.ts";
import * as endpointRepository from "#lib/webhooks/endpoints/repository.ts";
import type { Leased } from "./delivery.ts";
import { type NewAttempt, recordDelivered } from "./recorded.sql.ts";

type Success = Leased & { attempt: NewAttempt };

type Result = "delivered" | "lost";

type Waiting = Success & PromiseWithResolvers<Result>;

/** Together with others of about the same time: a commit takes longest. */
export function createSuccesses({ db, clock }: { db: Database; clock: Clock }) {
  let waiting: Waiting[] = [];
  let isRecording = false;

  function recordAlone(success: Success): Promise<Result> {
    return inBatches(db, async (tx) => {
      const [, recorded] = await Promise.all([
        // Lock order everywhere: the endpoint before the delivery.
        endpointRepository.clearFailing(tx, success.endpoint),
        recordDelivered(tx, [success], clock.now(), { isLockWaitedFor: true }),
        tx.commit(),
      ]);
      return recorded.size > 0 ? "delivered" : "lost";
    });
  }

  async function recordWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const together = waiting;
      waiting = [];
      // Waits for no lock: its holder may wait for one of these.
      const recorded = await recordDelivered(db, together, clock.now())
        // One that can't be recorded prevents no other.
        .catch(() => new Set<string>());
      for (const one of together) {
        if (recorded.has(one.attempt.id)) one.resolve("delivered");
        else recordAlone(one).then(one.resolve, one.reject);
      }
    }
    isRecording = false;
  }

  return {
    record(success: Success): Promise<Result> {
      // As leased. A later failure is of a delivery still to be sent.
      if (success.endpoint.failingSince) return recordAlone(success);
      const one = { ...success, ...Promise.withResolvers<Result>() };
      waiting.push(one);
      if (!isRecording) setImmediate(recordWaiting);
      isRecording = true;
      return one.promise;
    },
  };
}
