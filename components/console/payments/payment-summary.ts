import type { PaymentHistory } from "#lib/console/payment-history/history/history.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

/** `isDoubtful`: a bank sent contradictory results for the payment. The message can contain `{when}`, the end of the time to pay. */
export function summaryOf(
  history: PaymentHistory,
  text: MerchantText,
  isDoubtful: boolean,
): { message: string; values?: Record<string, string> } {
  const { transaction, attempts, sessions, bankNames } = history;
  const { now } = text.messages.payments.payment;
  const { status, payerStep, endReason } = transaction;
  if (status === "processing" && transaction.transferReportedAt !== null) {
    return { message: text.messages.transfers.payment.reported };
  }
  if (isDoubtful && (status === "pending" || status === "failed")) {
    return { message: now.inQuestion[status] };
  }
  if (status !== "pending") return { message: now[status] };
  const open = attempts.findLast(({ finishedAt }) => finishedAt === null);
  const bank = open && (bankNames[open.bankId] ?? open.bankId);
  if (endReason) return { message: now.ending, values: { bank: bank ?? "" } };
  if (bank) return { message: now.at_bank, values: { bank } };
  const step = payerStep ?? (sessions.length > 0 ? "opened" : "waiting");
  // Earlier versions stored one more step.
  return { message: now[step] ?? now.choosing };
}

/** Whether a payment can still change without user action. */
export function isOpen({ transaction, deliveries }: PaymentHistory): boolean {
  return transaction.finishedAt === null || deliveries.some(({ status }) => status === "pending");
}
