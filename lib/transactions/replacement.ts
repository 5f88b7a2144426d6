import { AppError } from "#lib/errors.ts";
import type { EndReason } from "./status.ts";
import type { Transaction } from "./transaction.ts";

/**
 * What becomes of the transaction that already stands for an externalId: why it must end before `wanted` is stored, or
 * `undefined` where it answers for it. Throws `external_id_in_use`, `transaction_in_progress`, `already_paid`.
 */
export function reasonToEnd(
  existing: Transaction,
  wanted: Transaction,
  now: Date,
): EndReason | undefined {
  if (!mayReplace(wanted, existing)) throw new AppError("external_id_in_use");
  if (existing.status === "processing") throw new AppError("transaction_in_progress");
  if (existing.status === "succeeded") throw new AppError("already_paid");
  if (existing.endReason) return existing.endReason;
  if (existing.expiresAt <= now) return "expired";
  return existing.fingerprint === wanted.fingerprint ? undefined : "superseded";
}

/** A merchant's server may replace whatever it likes; an app user only what was begun for the same person. */
function mayReplace(wanted: Transaction, existing: Transaction): boolean {
  if (wanted.flow === "web") return true;
  return existing.flow === "direct" && existing.payerMark === wanted.payerMark;
}
