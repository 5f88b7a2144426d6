import type { EndReason } from "#lib/payments/model/status.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { Transaction } from "./transaction.ts";

export type Ending = { id: string; reason: EndReason };

/** After `ends` have ended, `same` is the response. */
export type Replacement = { ends: Ending[]; same: Transaction | undefined };

/**
 * Without both, `wanted` can be stored. `hashes`: of a direct payer's address, one per secret.
 * @throws AppError `external_id_in_use`, `transaction_in_progress`, `already_paid`
 */
export function replacementOf(
  wanted: Transaction,
  live: readonly Transaction[],
  { hashes, now }: { hashes: readonly (string | null)[]; now: Date },
): Replacement {
  return wanted.flow === "web" ? amongAll(wanted, live, now) : amongOwn(wanted, live, hashes, now);
}

/**
 * A merchant's server takes precedence: app users' unpaid transactions end. A payment of the same amount pays the order;
 * an app user chose any other amount.
 */
function amongAll(wanted: Transaction, live: readonly Transaction[], now: Date): Replacement {
  refuseSettled(live.filter((row) => row.flow === "web" || hasSameAmount(row, wanted)));
  return replacementAmong(live, wanted, now);
}

/** App users must not discover, end or block what is not theirs. */
function amongOwn(
  wanted: Transaction,
  live: readonly Transaction[],
  hashes: readonly (string | null)[],
  now: Date,
): Replacement {
  const own = live.filter(
    ({ flow, payerEmailHash }) => flow === "direct" && hashes.includes(payerEmailHash),
  );
  refuseSettled(own);
  if (live.some(({ flow }) => flow === "web")) throw new AppError("external_id_in_use");
  return replacementAmong(own, wanted, now);
}

function refuseSettled(rows: readonly Transaction[]): void {
  if (rows.some(({ status }) => status === "succeeded")) throw new AppError("already_paid");
  if (rows.some(({ status }) => status === "processing")) {
    throw new AppError("transaction_in_progress");
  }
}

function hasSameAmount(left: Transaction, right: Transaction): boolean {
  return left.amount === right.amount && left.currency === right.currency;
}

function replacementAmong(
  rows: readonly Transaction[],
  wanted: Transaction,
  now: Date,
): Replacement {
  const pending = rows.filter(({ status }) => status === "pending");
  const ends = pending.flatMap((row) => {
    const reason = reasonToEnd(row, wanted, now);
    return reason ? [{ id: row.id, reason }] : [];
  });
  return { ends, same: pending.find((row) => !reasonToEnd(row, wanted, now)) };
}

function reasonToEnd(row: Transaction, wanted: Transaction, now: Date): EndReason | undefined {
  if (row.endReason) return row.endReason;
  if (row.expiresAt <= now) return "expired";
  const isSame = row.flow === wanted.flow && row.fingerprint === wanted.fingerprint;
  return isSame ? undefined : "superseded";
}
