import { linkStatusOf, placesOf } from "#lib/payments/model/link.ts";
import type { Replacement } from "#lib/payments/transactions/replacement.ts";
import type { LinkPlace } from "#lib/payments/transactions/transaction.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { HeldLink } from "./link.sql.ts";

/** Of a link without a number of payments. Strangers could fill the table. */
const MAX_OPEN = 500;

/**
 * Whether one more payment of the link, if any, may begin, once those of `ends` have ended. Never more begin than may succeed.
 * @throws AppError `payment_link_over`, `payment_link_busy`
 */
export function checkLink(
  held: HeldLink | undefined,
  { link, ends, same }: Replacement & { link: LinkPlace | undefined },
  now: Date,
): void {
  if (!link || same) return;
  if (!held) throw new AppError("not_found");
  const status = linkStatusOf(held, now);
  if (status !== "active") throw new AppError("payment_link_over", { reason: status });
  const isEnding = (id: string) => ends.find((ending) => ending.id === id);
  // A payer's new amount replaces their own payment, not another's.
  const isTaken = held.open.some(
    (other) =>
      isEnding(other.transactionId)?.reason === "superseded" &&
      (link.browser === null || other.browser !== link.browser),
  );
  const left = held.open.filter(({ transactionId }) => !isEnding(transactionId));
  const places = placesOf(held);
  const isFull = places === null ? left.length >= MAX_OPEN : held.paidCount + left.length >= places;
  if (isTaken || isFull) throw new AppError("payment_link_busy");
}
