import { isFinal } from "#lib/payments/model/status.ts";
import type { ListedTransfer, OpenTransfer } from "#lib/payments/transfers/transfer.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { isCurrency } from "#lib/platform/values/money.ts";

type Advice = keyof MerchantText["messages"]["transfers"]["advice"];

/** `undefined` if there is nothing to do. */
export function adviceOf(transfer: ListedTransfer): Advice | undefined {
  const { status, paymentStatus, reference } = transfer;
  if (status === "paid" || status === "part") return undefined;
  if (status === "unknown_reference") return reference === null ? "no_reference" : status;
  if (status !== "wrong_amount" && status !== "awaiting_rest") return status;
  if (isAwaited(transfer)) return "more_than_due";
  if (paymentStatus !== null && isFinal(paymentStatus)) return "wrong_amount_ended";
  return status === "wrong_amount" ? wrongAmountOf(transfer) : status;
}

/** Money with an end-to-end id, of a payment that succeeded at its bank's word. */
function isAwaited({ attemptId, paymentStatus }: ListedTransfer): boolean {
  return attemptId !== null && paymentStatus === "succeeded";
}

function wrongAmountOf({ amount, orderAmount, currency, orderCurrency }: ListedTransfer): Advice {
  if (orderAmount === null || currency !== orderCurrency) return "wrong_amount";
  return amount < orderAmount ? "too_little" : "too_much";
}

export function adviceText(transfer: OpenTransfer, text: MerchantText): string | undefined {
  const { likely } = transfer;
  if (likely) {
    const words = text.messages.transfers.likely;
    const order = likely.externalId ?? likely.transactionId;
    return text.format(likely.isCounted ? words.counted : words.bankPayment, { order });
  }
  const advice = adviceOf(transfer);
  if (!advice) return undefined;
  const { amount, currency } = transfer;
  const due = transfer.orderAmount ?? amount;
  const show = (minor: number) =>
    isCurrency(currency) ? text.amount(minor, currency) : `${minor} ${currency}`;
  return text.format(text.messages.transfers.advice[advice], {
    due: show(due),
    missing: show(due - amount),
    more: show(amount - due),
  });
}

export function mayAccept(transfer: ListedTransfer): boolean {
  const advice = adviceOf(transfer) ?? "paid";
  return ["wrong_amount", "too_little", "too_much", "awaiting_rest", "more_than_due"].includes(
    advice,
  );
}
