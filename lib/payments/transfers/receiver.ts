import { type Attempt, isOpen } from "#lib/payments/attempts/attempt.ts";
import type { AttemptService } from "#lib/payments/attempts/service.ts";
import { resolveAlertsByMoney } from "#lib/payments/bank-alerts/alert.ts";
import { isFinal } from "#lib/payments/model/status.ts";
import type { Lifecycle } from "#lib/payments/transactions/lifecycle.ts";
import type { ExpectedTransfer, Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { shareAmount } from "./amount-lock.ts";
import { type RecheckDeps, recheck } from "./recheck.ts";
import * as repository from "./repository.ts";
import { completes } from "./rest.ts";
import { findSameMoney, isMark, isUnnamed, type Source, sourceKeys } from "./same-money.ts";
import type { ReceivedTransfer, TransferOwner, TransferStatus } from "./transfer.ts";

export type ReceiverDeps = RecheckDeps & {
  attempts: Pick<
    AttemptService,
    | "find"
    | "findOpen"
    | "isOpen"
    | "askAboutLast"
    | "endWithoutBank"
    | "settleByMoney"
    | "reportLateMoney"
  >;
};

/** `amount` in minor units of `currency`. */
export type Money = Pick<
  ReceivedTransfer,
  "amount" | "currency" | "reference" | "bookedOn" | "attemptId" | "createdBy"
> & {
  transactionId: string | undefined;
  /** `undefined` if a member marked it. */
  iban: string | undefined;
  key: string;
  source: Source | undefined;
  /** Of money without a payment. */
  sameNameOrders?: string[];
};

const MONEY_CAME = "The money arrived on the payee's account.";

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

// A member waits for another transfer.
const WAITING = ["awaiting_rest"] as const;

type Booking = {
  transaction: Transaction;
  /** That the money names. */
  attempt: Attempt | undefined;
  transfers: ReceivedTransfer[];
};

async function statusFor(
  { attempts }: ReceiverDeps,
  tx: Database,
  { transaction, attempt, transfers }: Booking,
  money: Money,
) {
  if (transaction.status === "failed") return "too_late";
  const isSame = money.amount === transaction.amount && money.currency === transaction.currency;
  if (transaction.status === "succeeded") {
    if (attempt?.status !== "succeeded" || transfers.some(isCounted)) return "already_paid";
    return isSame ? "paid" : "wrong_amount";
  }
  const isRest = completes(transaction, transfers, money, WAITING) !== undefined;
  if (!isSame && !isRest) return "wrong_amount";
  // The money is this attempt's, so no other payment is under way.
  if (attempt && isOpen(attempt)) return "paid";
  return (await attempts.isOpen(tx, transaction.id)) ? "being_paid" : "paid";
}

const isCounted = ({ status }: ReceivedTransfer) => status === "paid";

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
    sameNameOrders: null,
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
  const { lifecycle, attempts } = deps;
  const transaction =
    money.transactionId && (await lifecycle.lockWithTransfer(tx, money.transactionId));
  const known = await repository.findByKey(tx, owner, money);
  if (known) return { transfer: known, isNew: false };
  const attempt = money.attemptId === null ? undefined : await attempts.find(tx, money.attemptId);
  if (!transaction || !isExpecting(transaction, attempt, owner, money)) {
    const unknown = { ...money, transactionId: undefined, attemptId: null };
    return store(deps, tx, owner, unknown, "unknown_reference");
  }
  const transfers = await repository.listOf(tx, transaction.id);
  const booking = { transaction, attempt, transfers };
  const same = findSameMoney(transfers, money);
  if (same) return adopt(deps, tx, { ...booking, known: same }, money);
  if (!money.source) requireMarkable(transaction, transfers);
  return count(deps, tx, owner, booking, money);
}

async function count(
  deps: ReceiverDeps,
  tx: Database,
  owner: TransferOwner,
  booking: Booking,
  money: Money,
): Promise<Receipt> {
  const { transaction, attempt, transfers } = booking;
  await shareAmount(tx, { ...owner, ...money });
  const status = await statusFor(deps, tx, booking, money);
  const receipt = await store(deps, tx, owner, money, status);
  if (status === "paid" || status === "being_paid") {
    await repository.markParts(tx, completes(transaction, transfers, money, WAITING) ?? []);
  }
  if (status === "paid") await pay(deps, tx, transaction, attempt);
  if (attempt?.status === "failed") await deps.attempts.reportLateMoney(tx, attempt);
  return receipt;
}

/** Money that is counted. The caller locks the transaction, and has stored it as `paid`. */
export async function pay(
  { clock, lifecycle, attempts }: ReceiverDeps,
  tx: Database,
  { id, status }: Transaction,
  attempt: Attempt | undefined,
): Promise<void> {
  if (attempt) {
    const values = { resolvedAt: clock.now(), resolvedNote: MONEY_CAME };
    await resolveAlertsByMoney(tx, attempt.id, values);
  }
  if (status === "succeeded") await lifecycle.moveFunds(tx, id, "received");
  else if (attempt && isOpen(attempt)) await attempts.settleByMoney(tx, attempt);
  else await payByTransfer(lifecycle, tx, id);
}

async function payByTransfer(
  lifecycle: Lifecycle,
  tx: Database,
  transactionId: string,
): Promise<void> {
  await lifecycle.beginProcessing(tx, transactionId);
  const paid = await lifecycle.succeed(tx, transactionId, "money");
  if (!paid) throw new Error(`transaction ${transactionId} could not be paid`);
}

const importOf = (source: Source | undefined) =>
  source === undefined || source.kind === "feed" ? null : source.id;

type Adoption = Pick<Booking, "transaction" | "attempt"> & { known: ReceivedTransfer };

/**
 * Adds the source's key, and what the source knows to what a member marked or assigned. Such money that waits for a bank pays once
 * it is that bank's.
 */
async function adopt(
  deps: ReceiverDeps,
  tx: Database,
  { transaction, attempt, known }: Adoption,
  money: Money,
): Promise<Receipt> {
  const { source, reference, bookedOn, attemptId } = money;
  if (!source) return { transfer: known, isNew: false };
  const isSettled =
    known.status === "being_paid" && known.resolvedAt === null && attempt && isOpen(attempt);
  const values = {
    ...sourceKeys(money),
    ...(isMark(known) && { importId: importOf(source), bookedOn }),
    ...(isUnnamed(known) && { reference, attemptId }),
    ...(isSettled && { status: "paid" as const }),
  };
  await repository.update(tx, known.id, values);
  if (isSettled) await pay(deps, tx, transaction, attempt);
  // A process of a version without funds may have booked it.
  else if (isCounted(known)) await deps.lifecycle.moveFunds(tx, transaction.id, "received");
  return { transfer: { ...known, ...values }, isNew: false };
}

const UNDECIDED: TransferStatus[] = ["wrong_amount", "awaiting_rest"];

/** @throws AppError `transaction_final`, `transfer_undecided` */
function requireMarkable({ status }: Transaction, transfers: ReceivedTransfer[]): void {
  if (isFinal(status)) throw new AppError("transaction_final");
  // Guessing which money the member means would miscount a later file.
  const isUndecided = transfers.some(
    ({ status, resolvedAt }) => UNDECIDED.includes(status) && resolvedAt === null,
  );
  if (isUndecided) throw new AppError("transfer_undecided");
}

/** Everything but the reference or id is checked under the lock. */
function isExpecting(
  transaction: Transaction & ExpectedTransfer,
  attempt: Attempt | undefined,
  owner: TransferOwner,
  { iban, attemptId }: Pick<Money, "iban" | "attemptId">,
): boolean {
  const isNamed =
    attemptId === null
      ? transaction.transferReference !== null
      : attempt?.transactionId === transaction.id;
  return (
    isNamed &&
    transaction.accountId === owner.accountId &&
    transaction.mode === owner.mode &&
    (iban === undefined || iban === transaction.payeeIban)
  );
}
