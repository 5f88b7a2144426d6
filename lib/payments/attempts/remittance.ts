import type { WholeTransaction } from "#lib/payments/transactions/transaction.ts";
import { findLikeOwn } from "#lib/platform/values/creditor-reference.ts";
import { toSepaText } from "#lib/platform/values/sepa-text.ts";

/** SEPA's unstructured remittance information. */
const LONGEST = 140;

/**
 * The shop's own reference first, whole; then as much of the description as fits. A description that reads like a creditor
 * reference is left out: on a statement, it would name another payment.
 */
export function remittanceOf({
  id,
  externalId,
  description,
}: Pick<WholeTransaction, "id" | "externalId" | "description">): string {
  const name = externalId ?? id;
  const whole =
    description === null ? name : [...`${name} ${description}`].slice(0, LONGEST).join("");
  const isSafe = likeReference(whole) === likeReference(name);
  return isSafe ? whole : name;
}

/** As banks get it: other letters may become those of a reference. */
function likeReference(text: string): string | undefined {
  return findLikeOwn(toSepaText(text, LONGEST));
}
