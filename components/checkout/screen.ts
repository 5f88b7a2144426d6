import type { CheckoutView } from "#lib/payments/checkout/view.ts";
import type { Text } from "#lib/platform/i18n/format.ts";

export type ScreenProps = { view: CheckoutView; text: Text };

/** Whether the payer can still pay or cancel. */
export function isPayable({ state }: CheckoutView): boolean {
  return isPayableState(state);
}

export function isPayableState(state: string): boolean {
  return state === "ready" || state === "opened" || state === "declined";
}

/** No tabs, no banks and no code then. */
export function isTransferOnly({ ways, transfer }: CheckoutView): boolean {
  return transfer !== null && ways.length === 1 && ways[0] === "transfer";
}

/** Whether the time to pay is over, but the shopper may still report a transfer they sent. */
export function isReportable({ state, status, transfer }: CheckoutView): boolean {
  return state === "expired" && status === "pending" && transfer !== null;
}

/**
 * Whether the shopper should stay: banks usually answer an approval within seconds. A slow bank or a transfer is no reason to
 * wait.
 */
export function isWorthWaiting({ state, transfer, bankWait }: CheckoutView): boolean {
  const isSlow = bankWait !== null && (bankWait.isLong || bankWait.approval !== "given");
  return state === "processing" && transfer === null && !isSlow;
}

export function isFinal({ status }: CheckoutView): boolean {
  return status === "succeeded" || status === "failed";
}
