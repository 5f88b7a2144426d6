import type { StartedPayment } from "#lib/banks/connector.ts";
import type { Clock } from "#lib/clock.ts";
import type { Database } from "#lib/db/client.ts";
import type { Lifecycle } from "#lib/transactions/lifecycle.ts";
import { type Authorisation, nextPollAt } from "./authorisation.ts";
import type { Grants } from "./grants.ts";
import { createAuthorisationRepository } from "./repository.ts";

type Deps = { db: Database; clock: Clock; lifecycle: Lifecycle; grants: Grants };

/** Keeps a bank's answer to an order, unless the try has ended or another answer to the same request came first. */
export function createAnswerKeeper({ db, clock, lifecycle, grants }: Deps) {
  return function store({ id, transactionId }: Authorisation, started: StartedPayment) {
    return db.transaction(async (tx) => {
      await lifecycle.lock(tx, transactionId);
      const repository = createAuthorisationRepository(tx);
      const now = clock.now();
      const offered = await repository.advance(id, "starting", {
        status: "awaiting_payer",
        bankPaymentId: started.paymentId,
        approvalUrl: started.approvalUrl,
        ...(started.grantRequest && {
          sealedGrant: grants.sealRequest(id, started.grantRequest),
        }),
        bankStatus: started.report.bankStatus,
        pollCount: 0,
        nextPollAt: nextPollAt(0, now),
        updatedAt: now,
      });
      if (offered) return { stored: offered, isOurs: true };
      const current = await repository.find(id);
      return { stored: current, isOurs: current?.bankPaymentId === started.paymentId };
    });
  };
}
