import type { AttemptService } from "#lib/payments/attempts/service.ts";
import type { Lifecycle } from "#lib/payments/transactions/lifecycle.ts";
import { isFinal } from "#lib/payments/transactions/status.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { AppError } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import type { Logger } from "#lib/platform/logger.ts";
import { createTransferRepository } from "./repository.ts";
import { fileKeys, findSameMoney } from "./same-money.ts";
import { createSecondLook } from "./second-look.ts";
import type { ReceivedTransfer, Standing, StatementImport, TransferOwner } from "./transfer.ts";

export type ReceiverDeps = {
  db: Database;
  clock: Clock;
  lifecycle: Lifecycle;
  logger: Pick<Logger, "warn">;
  attempts: Pick<AttemptService, "isOpen" | "letGo" | "askAboutLast">;
};

/** Money that came, or is said to have come. `amount` in minor units of `currency`. */
export type Money = Pick<
  ReceivedTransfer,
  "amount" | "currency" | "reference" | "bookedOn" | "createdBy"
> & {
  /** The transaction it is for, where one is known. */
  transactionId: string | undefined;
  /** The account it came to; none where the merchant says so, who has one account for a transaction. */
  iban: string | undefined;
  key: string;
  /** The file it was read from; none where the merchant marked it. */
  file: Pick<StatementImport, "id" | "kind"> | undefined;
};

/** How money stands; `isNew` unless the same money was known before. */
export type Receipt = { transfer: ReceivedTransfer; isNew: boolean };

/** Books money to its transaction: each once, and each transaction is paid once, however often and however parallel. */
export function createReceiver(deps: ReceiverDeps) {
  const { db, clock, lifecycle, attempts } = deps;
  const { lookAgain } = createSecondLook(deps);

  async function standingOf(tx: Database, transaction: Transaction, money: Money) {
    if (transaction.status === "failed") return "too_late";
    if (transaction.status === "succeeded") return "already_paid";
    const isSame = money.amount === transaction.amount && money.currency === transaction.currency;
    if (!isSame) return "wrong_amount";
    return (await attempts.isOpen(tx, transaction.id)) ? "being_paid" : "paid";
  }

  async function store(
    tx: Database,
    owner: TransferOwner,
    { file, key, iban, ...money }: Money,
    standing: Standing,
  ): Promise<Receipt> {
    const repository = createTransferRepository(tx);
    // Another kind of file may use the same key for more money of the same transaction.
    const entryKey = file && money.transactionId ? `${file.kind}:${key}` : key;
    const stored = await repository.insert({
      notificationKey: null,
      statementKey: null,
      ...fileKeys({ ...money, file, key }),
      ...money,
      ...owner,
      id: newId("trf"),
      transactionId: money.transactionId ?? null,
      importId: file?.id ?? null,
      entryKey,
      standing,
      createdAt: clock.now(),
      resolvedAt: null,
      resolvedNote: null,
    });
    if (stored) return { transfer: stored, isNew: true };
    // Only money that names no transaction gets here: all else was looked for under its lock.
    const known = await repository.findByEntryKey(owner, entryKey);
    if (!known) throw new Error(`transfer ${entryKey} is neither new nor known`);
    return { transfer: known, isNew: false };
  }

  async function take(tx: Database, owner: TransferOwner, money: Money): Promise<Receipt> {
    const repository = createTransferRepository(tx);
    const transaction = money.transactionId && (await lifecycle.lock(tx, money.transactionId));
    const known = await repository.findByKey(owner, money);
    if (known) return { transfer: known, isNew: false };
    if (!transaction || !isExpecting(transaction, owner, money)) {
      return store(tx, owner, { ...money, transactionId: undefined }, "unknown_reference");
    }
    const transfers = await repository.listOf(transaction.id);
    const same = findSameMoney(transfers, money);
    if (same) return adopt(tx, same, money);
    if (!money.file) requireMarkable(transaction, transfers);
    const standing = await standingOf(tx, transaction, money);
    const receipt = await store(tx, owner, money, standing);
    if (standing === "paid") await payByTransfer(lifecycle, tx, transaction.id);
    return receipt;
  }

  const book = (
    owner: TransferOwner,
    money: Money,
    note?: (tx: Database) => Promise<void>,
  ): Promise<Receipt> =>
    db.transaction(async (tx) => {
      const receipt = await take(tx, owner, money);
      if (receipt.isNew) await note?.(tx);
      return receipt;
    });

  return {
    /** Books what a file tells of, in one database transaction, and pays its transaction where all fits and no bank holds a try. */
    book: (owner: TransferOwner, money: Money): Promise<Receipt> => book(owner, money),

    /**
     * Books what a member says, in one database transaction with `note`, and asks a bank that holds a try to let go. Throws
     * `transaction_final`, and `transfer_undecided` while it could stand for another amount that came.
     */
    async receive(
      owner: TransferOwner,
      money: Money,
      note: (tx: Database) => Promise<void>,
    ): Promise<ReceivedTransfer> {
      return lookAgain((await book(owner, money, note)).transfer);
    },
  };
}

/** Lets money that came pay its transaction, whose row the database transaction holds. */
export async function payByTransfer(
  lifecycle: Lifecycle,
  tx: Database,
  transactionId: string,
): Promise<void> {
  await lifecycle.beginProcessing(tx, transactionId);
  const paid = await lifecycle.succeed(tx, transactionId);
  if (!paid) throw new Error(`transaction ${transactionId} could not be paid`);
}

/** What is known already gets the key of another kind of file, and what a merchant marked gets its file too. */
async function adopt(tx: Database, known: ReceivedTransfer, money: Money): Promise<Receipt> {
  const { file, reference, bookedOn } = money;
  if (!file) return { transfer: known, isNew: false };
  const values = {
    ...fileKeys(money),
    ...(known.importId === null ? { importId: file.id, reference, bookedOn } : {}),
  };
  await createTransferRepository(tx).update(known.id, values);
  return { transfer: { ...known, ...values }, isNew: false };
}

/** Throws `transaction_final`, `transfer_undecided`. */
function requireMarkable({ status }: Transaction, transfers: ReceivedTransfer[]): void {
  if (isFinal(status)) throw new AppError("transaction_final");
  // Whether a member means that money or other is not to be guessed: a later file would count one as the other.
  const isUndecided = transfers.some(
    ({ standing, resolvedAt }) => standing === "wrong_amount" && resolvedAt === null,
  );
  if (isUndecided) throw new AppError("transfer_undecided");
}

/** The row was found by its reference, or by its id for the merchant: all else is checked under its lock. */
function isExpecting(transaction: Transaction, owner: TransferOwner, { iban }: Money): boolean {
  return (
    transaction.transferReference !== null &&
    transaction.accountId === owner.accountId &&
    transaction.mode === owner.mode &&
    (iban === undefined || iban === transaction.payeeIban)
  );
}
