import type { CheckoutView } from "#lib/payments/checkout/view.ts";
import { withOutcome } from "#lib/payments/payers/app-return-url.ts";

type Ended = Pick<
  CheckoutView,
  "status" | "isInQuestion" | "failureReason" | "transactionId" | "externalId"
>;

/** `undefined` while payable, or without an address. `url` is already parsed. */
export function appReturnOf(view: Ended, url: string | null): string | undefined {
  const status = outcomeOf(view);
  if (url === null || status === undefined) return undefined;
  const { transactionId, externalId } = view;
  return withOutcome(url, { status, transactionId, externalId });
}

function outcomeOf({ status, isInQuestion, failureReason }: Ended) {
  if (status === "pending") return isInQuestion ? "processing" : undefined;
  return status === "failed" && failureReason === "cancelled" ? "cancelled" : status;
}
