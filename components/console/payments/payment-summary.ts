import type { PaymentHistory } from "#lib/console/payment-history/history/history.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

/** `isDoubtful`: a bank sent contradictory results for the payment. */
export function summaryOf(
  history: PaymentHistory,
  text: MerchantText,
  isDoubtful: boolean,
): string {
  const { transaction, attempts, sessions, bankNames } = history;
  const { now } = text.messages.payments.payment;
  const { status, payerStep, expiresAt, endReason } = transaction;
  if (status === "processing" && transaction.transferReportedAt !== null) {
    return text.messages.transfers.payment.reported;
  }
  if (isDoubtful && (status === "pending" || status === "failed")) return now.inQuestion[status];
  if (status !== "pending") return now[status];
  const until = text.dateTime(expiresAt.toISOString());
  const open = attempts.findLast(({ finishedAt }) => finishedAt === null);
  const bank = open && (bankNames[open.bankId] ?? open.bankId);
  if (endReason) return text.format(now.ending, { bank: bank ?? "" });
  if (bank) return text.format(now.at_bank, { bank, until });
  const step = payerStep ?? (sessions.length > 0 ? "opened" : "waiting");
  // Earlier versions stored one more step.
  return text.format(now[step] ?? now.choosing, { until });
}

/** Whether a payment can still change without user action. */
export function isOpen({ transaction, deliveries }: PaymentHistory): boolean {
  return transaction.finishedAt === null || deliveries.some(({ status }) => status === "pending");
}
