import type { CheckoutView } from "#lib/payments/checkout/view.ts";
import type { Text } from "#lib/platform/i18n/format.ts";

/** What every screen of a transaction is made from. */
export type ScreenProps = { view: CheckoutView; text: Text };

/** Tells whether the payer can still pay or give up. */
export function isPayable({ state }: CheckoutView): boolean {
  return state === "ready" || state === "opened" || state === "declined";
}

/** Returns whether the time to pay is over, but a shopper who has sent a transfer may still report it. */
export function isReportable({ state, status, transfer }: CheckoutView): boolean {
  return state === "expired" && status === "pending" && transfer !== null;
}

/**
 * Tells whether the shopper should stay a moment: the bank has their approval, and mostly answers in seconds. A bank that
 * takes longer, or a transfer, is no reason to hold anybody.
 */
export function isWorthWaiting({ state, transfer, bankWait }: CheckoutView): boolean {
  return state === "processing" && transfer === null && bankWait?.isLong !== true;
}

/** Tells whether nothing will change any more. */
export function isFinal({ status }: CheckoutView): boolean {
  return status === "succeeded" || status === "failed";
}
