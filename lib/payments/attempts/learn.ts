import { type BankConnector, BankError } from "#lib/banks/connector.ts";
import type { Lifecycle } from "#lib/payments/transactions/lifecycle.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { createAnswerKeeper } from "./answer-keeper.ts";
import type { Attempt } from "./attempt.ts";
import type { createOrderPlacer } from "./place.ts";
import type { ReportHandler } from "./report.ts";
import { createAttemptRepository } from "./repository.ts";

type Deps = {
  db: Database;
  lifecycle: Lifecycle;
  reports: ReportHandler;
  place: ReturnType<typeof createOrderPlacer>;
  store: ReturnType<typeof createAnswerKeeper>;
};

/**
 * Makes what asks once more for the payment of a try that is to end, so that it can be cancelled; no address of it is given
 * out. Answers the try as it then stands, ended where the bank refused the order. Throws {@link BankError} where nobody knows.
 */
export function createLearner({ db, lifecycle, reports, place, store }: Deps) {
  return async function learn(
    attempt: Attempt,
    connector: BankConnector,
  ): Promise<Attempt | undefined> {
    const transaction = await lifecycle.find(db, attempt.transactionId);
    if (!transaction) return undefined;
    try {
      const { started } = await place(attempt, transaction, connector, undefined);
      const { paymentId } = started;
      return (await store(attempt, { paymentId })).stored;
    } catch (error) {
      if (!(error instanceof BankError) || error.kind !== "refused") throw error;
      await reports.applyRefused(attempt.id);
      return createAttemptRepository(db).find(attempt.id);
    }
  };
}
