import type { PaymentReport } from "#lib/banks/connector.ts";
import { raiseBankAlert } from "#lib/payments/bank-alerts/alert.ts";
import type { BankFinding } from "#lib/payments/model/bank-alert.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { Attempt } from "./attempt.ts";
import type { AttemptDeps } from "./bank.ts";

const ALERTS = {
  order_mismatch: {
    alert: "bank_order_mismatch",
    text: "the bank executed a different order; the transaction stays processing",
  },
  order_not_shown: {
    alert: "bank_order_not_shown",
    text: "the bank executed a payment but does not show its order; the transaction stays processing",
  },
  contradiction: {
    alert: "bank_contradiction",
    text: "the bank contradicts its own final status",
  },
  no_final_word: {
    alert: "bank_no_final_word",
    text: "the bank has reported no final status for a long time",
  },
  never_approved: {
    alert: "bank_never_approved",
    text: "a payment that the bank did not cancel was ended, because its time to approve is over",
  },
} satisfies Partial<Record<BankFinding["kind"], { alert: string; text: string }>>;

type Finding = {
  attempt: Attempt;
  kind: keyof typeof ALERTS;
  ourStatus: string;
  report: PaymentReport;
};

/** The caller locks the transaction. */
export async function alertOf(
  { clock, logger }: Pick<AttemptDeps, "clock" | "logger">,
  tx: Database,
  { attempt, kind, ourStatus, report: { bankStatus } }: Finding,
) {
  const { id: attemptId, transactionId, bankPaymentId } = attempt;
  const found = { attemptId, transactionId, kind, ourStatus, bankStatus, bankPaymentId };
  if (await raiseBankAlert(tx, clock.now(), found)) {
    const { alert, text } = ALERTS[kind];
    logger.error({ alert, attemptId, transactionId, ourStatus, bankStatus }, text);
  }
}
