import { raiseBankAlert } from "#lib/bank-alerts/alert.ts";
import { type BankConnector, BankError, type PaymentHandle } from "#lib/banks/connector.ts";
import type { Clock } from "#lib/clock.ts";
import type { Database } from "#lib/db/client.ts";
import type { Logger } from "#lib/logger.ts";
import type { Authorisation } from "./authorisation.ts";

type Deps = { db: Database; clock: Clock; logger: Logger };

/** Makes what takes back a payment nobody was sent to; one that moved all the same is for a person to look at. */
export function createWithdrawal({ db, clock, logger }: Deps) {
  return async function withdraw(
    { id: authorisationId, transactionId, status: ourStatus }: Authorisation,
    connector: BankConnector,
    payment: PaymentHandle,
  ): Promise<void> {
    try {
      const { state, bankStatus } = await connector.cancelPayment(payment);
      if (state === "cancelled" || state === "declined") return;
      const found = { authorisationId, transactionId, ourStatus, bankStatus };
      const { paymentId: bankPaymentId } = payment;
      await db.transaction((tx) =>
        raiseBankAlert(tx, clock.now(), { ...found, kind: "untracked_payment", bankPaymentId }),
      );
      logger.error({ alert: "bank_untracked_payment", bankPaymentId, ...found }, "not withdrawn");
    } catch (error) {
      if (!(error instanceof BankError)) throw error;
      logger.warn({ kind: error.kind }, "a payment nobody was sent to could not be withdrawn");
    }
  };
}
