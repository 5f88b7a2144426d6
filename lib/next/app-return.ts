import type { CheckoutView } from "#lib/payments/checkout/view.ts";
import { withOutcome } from "#lib/payments/payers/app-return-url.ts";

type Ended = Pick<CheckoutView, "status" | "failureReason" | "transactionId" | "externalId">;

/**
 * Where the app wants its payer back, with what came of the payment; nothing while it can still be paid, and nothing
 * without an address. `url` is the parsed address of the session.
 */
export function appReturnOf(view: Ended, url: string | null): string | undefined {
  const status = outcomeOf(view);
  if (url === null || status === undefined) return undefined;
  const { transactionId, externalId } = view;
  return withOutcome(url, { status, transactionId, externalId });
}

function outcomeOf({ status, failureReason }: Ended) {
  if (status === "pending") return undefined;
  return status === "failed" && failureReason === "cancelled" ? "cancelled" : status;
}
