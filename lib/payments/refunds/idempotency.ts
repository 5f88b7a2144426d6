import { responseContext } from "#lib/payments/transactions/idempotency/idempotency.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { digest } from "#lib/platform/values/ids.ts";
import * as keys from "./idempotency.sql.ts";
import { notPossible } from "./not-possible.ts";
import type { Refund, RefundDeps, RefundInput, RefundRequest } from "./refund.ts";
import * as repository from "./repository.ts";

const KEYS_KEPT_MS = 24 * 60 * 60 * 1000;

// No header can contain U+0001, so keys of creations never collide.
const keyOf = (mode: string, key: string) => ["refund", mode, key].join("\u0001");

const hashOf = ({ transactionId, transferId, amount, reason, externalId }: RefundInput) =>
  digest(JSON.stringify([transactionId, transferId, amount, reason, externalId]));

const oldestKey = (clock: Clock) => new Date(clock.now().getTime() - KEYS_KEPT_MS);

/** @throws AppError `idempotency_key_reused`, `refund_not_possible` if the externalId belongs to another refund */
export async function recall(
  { seal, clock }: RefundDeps,
  tx: Database,
  { accountId, mode, id }: Transaction,
  { input, idempotencyKey }: RefundRequest,
): Promise<Refund | undefined> {
  if (idempotencyKey !== undefined) {
    const key = keyOf(mode, idempotencyKey);
    const stored = await keys.findKey(tx, { accountId, key }, oldestKey(clock));
    if (stored && stored.requestHash !== hashOf(input))
      throw new AppError("idempotency_key_reused");
    const known = stored && seal.open(stored.sealedResponse, responseContext(accountId, key));
    if (known !== undefined) return repository.find(tx, known);
  }
  if (input.externalId === undefined) return undefined;
  const known = await repository.findByExternalId(tx, { accountId, mode }, input.externalId);
  if (!known) return undefined;
  const isSame =
    known.transactionId === id &&
    known.transferId === (input.transferId ?? null) &&
    known.amount === (input.amount ?? known.amount);
  if (!isSame) throw notPossible("external_id_in_use");
  return known;
}

export async function keepKey(
  { seal, clock }: RefundDeps,
  tx: Database,
  { id, accountId, mode, transactionId, createdAt }: Refund,
  { input, idempotencyKey }: RefundRequest,
): Promise<void> {
  if (idempotencyKey === undefined) return;
  const key = keyOf(mode, idempotencyKey);
  const sealedResponse = seal.seal(id, responseContext(accountId, key));
  const row = {
    accountId,
    key,
    requestHash: hashOf(input),
    transactionId,
    sealedResponse,
    createdAt,
  };
  // With the lock of another transaction, a second request may be as far.
  if (!(await keys.takeKey(tx, row, oldestKey(clock)))) {
    throw new AppError("idempotency_key_reused");
  }
}
