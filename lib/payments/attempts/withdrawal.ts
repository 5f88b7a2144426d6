import { type BankConnector, BankError, type PaymentHandle } from "#lib/banks/connector.ts";
import { raiseBankAlert } from "#lib/payments/bank-alerts/alert.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { Logger } from "#lib/platform/logger.ts";
import type { Attempt } from "./attempt.ts";

type Deps = { db: Database; clock: Clock; logger: Logger };

/** Makes what takes back a payment nobody was sent to; one that the bank would not or could not cancel is for a person to look at. */
export function createWithdrawal({ db, clock, logger }: Deps) {
  /** Answers the bank's status of a payment that still is there, or `unknown` where the bank can't be asked. */
  async function cancel(connector: BankConnector, payment: PaymentHandle) {
    try {
      const { state, bankStatus } = await connector.cancelPayment(payment);
      return state === "cancelled" || state === "declined" ? undefined : bankStatus;
    } catch (error) {
      if (!(error instanceof BankError)) throw error;
      return "unknown";
    }
  }

  return async function withdraw(
    { id: attemptId, transactionId, status: ourStatus }: Attempt,
    connector: BankConnector,
    payment: PaymentHandle,
  ): Promise<void> {
    const { paymentId: bankPaymentId } = payment;
    const status = await cancel(connector, payment);
    if (status === undefined) return;
    // An alert is raised once for each word of the bank about a try, and this try may have more such payments.
    const bankStatus = `${status} of ${bankPaymentId}`;
    const found = { attemptId, transactionId, ourStatus, bankStatus, bankPaymentId };
    await db.transaction((tx) =>
      raiseBankAlert(tx, clock.now(), { ...found, kind: "untracked_payment" }),
    );
    logger.error({ alert: "bank_untracked_payment", ...found }, "not withdrawn");
  };
}
