import type { AttemptService } from "#lib/payments/attempts/service.ts";
import { isFinal } from "#lib/payments/model/status.ts";
import type { Lifecycle } from "#lib/payments/transactions/lifecycle.ts";
import type { ExpectedTransfer, Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { type RecheckDeps, recheck } from "./recheck.ts";
import * as repository from "./repository.ts";
import { findSameMoney, type Source, sourceKeys } from "./same-money.ts";
import type { ReceivedTransfer, TransferOwner, TransferStatus } from "./transfer.ts";

export type ReceiverDeps = RecheckDeps & {
  attempts: Pick<AttemptService, "isOpen" | "askAboutLast" | "endWithoutBank">;
};

/** `amount` in minor units of `currency`. */
export type Money = Pick<
  ReceivedTransfer,
  "amount" | "currency" | "reference" | "bookedOn" | "createdBy"
> & {
  transactionId: string | undefined;
  /** `undefined` if a member marked it. */
  iban: string | undefined;
  key: string;
  source: Source | undefined;
};

export type Receipt = { transfer: ReceivedTransfer; isNew: boolean };

/** Once, also in parallel. Pays the transaction if everything matches and no bank holds an attempt. */
export function book(
  deps: ReceiverDeps,
  owner: TransferOwner,
  money: Money,
  note?: (tx: Database) => Promise<void>,
): Promise<Receipt> {
  return deps.db.transaction(async (tx) => {
    const receipt = await take(deps, tx, owner, money);
    if (receipt.isNew) await note?.(tx);
    return receipt;
  });
}

/**
 * Also asks a bank that holds an attempt to cancel.
 * @throws AppError `transaction_final`, `transfer_undecided` while it could mean another amount that came
 */
export async function receive(
  deps: ReceiverDeps,
  owner: TransferOwner,
  money: Money,
  note: (tx: Database) => Promise<void>,
): Promise<ReceivedTransfer> {
  return recheck(deps, (await book(deps, owner, money, note)).transfer);
}

async function statusFor(
  { attempts }: ReceiverDeps,
  tx: Database,
  transaction: Transaction,
  money: Money,
) {
  if (transaction.status === "failed") return "too_late";
  if (transaction.status === "succeeded") return "already_paid";
  const isSame = money.amount === transaction.amount && money.currency === transaction.currency;
  if (!isSame) return "wrong_amount";
  return (await attempts.isOpen(tx, transaction.id)) ? "being_paid" : "paid";
}

async function store(
  { clock }: ReceiverDeps,
  tx: Database,
  owner: TransferOwner,
  { source, key, iban, ...money }: Money,
  status: TransferStatus,
): Promise<Receipt> {
  // Another kind of source may reuse the key for more money.
  const entryKey = source && money.transactionId ? `${source.kind}:${key}` : key;
  const stored = await repository.insert(tx, {
    notificationKey: null,
    statementKey: null,
    feedKey: null,
    ...sourceKeys({ ...money, source, key }),
    ...money,
    ...owner,
    id: newId("trf"),
    transactionId: money.transactionId ?? null,
    importId: importOf(source),
    entryKey,
    status,
    createdAt: clock.now(),
    resolvedAt: null,
    resolvedNote: null,
  });
  if (stored) return { transfer: stored, isNew: true };
  // Only money without a transaction gets here; other money was looked up under its lock.
  const known = await repository.findByEntryKey(tx, owner, entryKey);
  if (!known) throw new Error(`transfer ${entryKey} is neither new nor known`);
  return { transfer: known, isNew: false };
}

async function take(
  deps: ReceiverDeps,
  tx: Database,
  owner: TransferOwner,
  money: Money,
): Promise<Receipt> {
  const { lifecycle } = deps;
  const transaction =
    money.transactionId && (await lifecycle.lockWithTransfer(tx, money.transactionId));
  const known = await repository.findByKey(tx, owner, money);
  if (known) return { transfer: known, isNew: false };
  if (!transaction || !isExpecting(transaction, owner, money)) {
    return store(deps, tx, owner, { ...money, transactionId: undefined }, "unknown_reference");
  }
  const transfers = await repository.listOf(tx, transaction.id);
  const same = findSameMoney(transfers, money);
  if (same) return adopt(tx, same, money);
  if (!money.source) requireMarkable(transaction, transfers);
  const status = await statusFor(deps, tx, transaction, money);
  const receipt = await store(deps, tx, owner, money, status);
  if (status === "paid") await payByTransfer(lifecycle, tx, transaction.id);
  return receipt;
}

/** The caller locks the transaction. */
export async function payByTransfer(
  lifecycle: Lifecycle,
  tx: Database,
  transactionId: string,
): Promise<void> {
  await lifecycle.beginProcessing(tx, transactionId);
  const paid = await lifecycle.succeed(tx, transactionId);
  if (!paid) throw new Error(`transaction ${transactionId} could not be paid`);
}

const importOf = (source: Source | undefined) =>
  source === undefined || source.kind === "feed" ? null : source.id;

/** Adds the source's key, and what the source knows to a member's mark. */
async function adopt(tx: Database, known: ReceivedTransfer, money: Money): Promise<Receipt> {
  const { source, reference, bookedOn } = money;
  if (!source) return { transfer: known, isNew: false };
  const isMark = known.importId === null && known.feedKey === null;
  const values = {
    ...sourceKeys(money),
    ...(isMark && { importId: importOf(source), reference, bookedOn }),
  };
  await repository.update(tx, known.id, values);
  return { transfer: { ...known, ...values }, isNew: false };
}

/** @throws AppError `transaction_final`, `transfer_undecided` */
function requireMarkable({ status }: Transaction, transfers: ReceivedTransfer[]): void {
  if (isFinal(status)) throw new AppError("transaction_final");
  // Guessing which money the member means would miscount a later file.
  const isUndecided = transfers.some(
    ({ status, resolvedAt }) => status === "wrong_amount" && resolvedAt === null,
  );
  if (isUndecided) throw new AppError("transfer_undecided");
}

/** Everything but the reference or id is checked under the lock. */
function isExpecting(
  transaction: Transaction & ExpectedTransfer,
  owner: TransferOwner,
  { iban }: Money,
): boolean {
  return (
    transaction.transferReference !== null &&
    transaction.accountId === owner.accountId &&
    transaction.mode === owner.mode &&
    (iban === undefined || iban === transaction.payeeIban)
  );
}
