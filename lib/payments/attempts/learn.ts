import { type BankConnector, BankError } from "#lib/banks/connector.ts";
import type { Lifecycle } from "#lib/payments/transactions/lifecycle.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { createAnswerKeeper } from "./answer-keeper.ts";
import type { Authorisation } from "./authorisation.ts";
import type { createOrderPlacer } from "./place.ts";
import type { ReportHandler } from "./report.ts";
import { createAuthorisationRepository } from "./repository.ts";

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
    authorisation: Authorisation,
    connector: BankConnector,
  ): Promise<Authorisation | undefined> {
    const transaction = await lifecycle.find(db, authorisation.transactionId);
    if (!transaction) return undefined;
    try {
      const { started } = await place(authorisation, transaction, connector, undefined);
      const { paymentId } = started;
      return (await store(authorisation, { paymentId })).stored;
    } catch (error) {
      if (!(error instanceof BankError) || error.kind !== "refused") throw error;
      await reports.applyRefused(authorisation.id);
      return createAuthorisationRepository(db).find(authorisation.id);
    }
  };
}
