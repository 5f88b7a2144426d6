import type { StartedPayment } from "#lib/banks/connector.ts";
import type { Lifecycle } from "#lib/payments/transactions/lifecycle.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { type Attempt, isOpen, nextPollAt } from "./attempt.ts";
import type { Grants } from "./grants.ts";
import { createAttemptRepository } from "./repository.ts";

type Deps = { db: Database; clock: Clock; lifecycle: Lifecycle; grants: Grants };

/**
 * Keeps a bank's answer to an order, unless the try has ended or another answer to the same request came first. Without an
 * address the payment alone is kept, which from then on is the bank's to speak about.
 */
export function createAnswerKeeper({ db, clock, lifecycle, grants }: Deps) {
  return function store({ id, transactionId }: Attempt, started: StartedPayment) {
    return db.transaction(async (tx) => {
      await lifecycle.lock(tx, transactionId);
      const repository = createAttemptRepository(tx);
      const current = await repository.find(id);
      const known = current?.bankPaymentId ?? null;
      const isOurs = known === started.paymentId;
      if (!current || !isOpen(current) || (known !== null && !isOurs)) {
        return { stored: current, isOurs };
      }
      const { approvalUrl } = started;
      const isOffered = current.status === "starting" && approvalUrl !== undefined;
      if (isOurs && !isOffered) return { stored: current, isOurs };
      const now = clock.now();
      const stored = await repository.advance(id, current.status, {
        bankPaymentId: started.paymentId,
        ...(isOffered && { status: "awaiting_payer", approvalUrl }),
        ...(isOffered &&
          started.grantRequest && { sealedGrant: grants.sealRequest(id, started.grantRequest) }),
        bankStatus: started.report?.bankStatus ?? null,
        pollCount: 0,
        nextPollAt: nextPollAt(0, now),
        updatedAt: now,
      });
      return { stored, isOurs: true };
    });
  };
}
