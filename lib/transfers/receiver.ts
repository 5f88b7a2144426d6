import type { AuthorisationService } from "#lib/authorisations/service.ts";
import type { Clock } from "#lib/clock.ts";
import type { Database } from "#lib/db/client.ts";
import { AppError } from "#lib/errors.ts";
import { newId } from "#lib/ids.ts";
import type { Logger } from "#lib/logger.ts";
import type { Lifecycle } from "#lib/transactions/lifecycle.ts";
import { isFinal } from "#lib/transactions/status.ts";
import type { Transaction } from "#lib/transactions/transaction.ts";
import { createTransferRepository } from "./repository.ts";
import { fileKeys, findSameMoney } from "./same-money.ts";
import type { ReceivedTransfer, Standing, StatementImport, TransferOwner } from "./transfer.ts";

export type ReceiverDeps = {
  db: Database;
  clock: Clock;
  lifecycle: Lifecycle;
  logger: Pick<Logger, "warn">;
  authorisations: Pick<AuthorisationService, "isOpen" | "letGo" | "askAboutLast">;
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
export function createReceiver({ db, clock, lifecycle, authorisations }: ReceiverDeps) {
  async function standingOf(tx: Database, transaction: Transaction, money: Money) {
    if (transaction.status === "failed") return "too_late";
    if (transaction.status === "succeeded") return "already_paid";
    const isSame = money.amount === transaction.amount && money.currency === transaction.currency;
    if (!isSame) return "wrong_amount";
    return (await authorisations.isOpen(tx, transaction.id)) ? "being_paid" : "paid";
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
    const same = findSameMoney(await repository.listOf(transaction.id), money);
    if (same) return adopt(tx, same, money);
    if (!money.file && isFinal(transaction.status)) throw new AppError("transaction_final");
    const standing = await standingOf(tx, transaction, money);
    const receipt = await store(tx, owner, money, standing);
    if (standing === "paid") await pay(tx, transaction.id);
    return receipt;
  }

  async function pay(tx: Database, transactionId: string): Promise<void> {
    await lifecycle.beginProcessing(tx, transactionId);
    const paid = await lifecycle.succeed(tx, transactionId);
    if (!paid) throw new Error(`transaction ${transactionId} could not be paid`);
  }

  /** Asks the bank that holds a try of its transaction to let go, and then books money that waits for that. */
  async function lookAgain(transfer: ReceivedTransfer): Promise<ReceivedTransfer> {
    const { id, accountId, transactionId } = transfer;
    if (!isWaiting(transfer) || transactionId === null) return transfer;
    await authorisations.letGo(transactionId);
    return db.transaction(async (tx) => {
      await lifecycle.lock(tx, transactionId);
      const repository = createTransferRepository(tx);
      const now = await repository.find(accountId, id);
      if (!now || !isWaiting(now) || (await authorisations.isOpen(tx, transactionId))) {
        return now ?? transfer;
      }
      await lifecycle.succeedByTransfer(tx, transactionId);
      return (await repository.find(accountId, id)) ?? now;
    });
  }

  return {
    lookAgain,

    /**
     * Books money, in one database transaction with `note`, and pays its transaction where all fits and no bank holds a try.
     * Throws `transaction_final` where a merchant marks what has its outcome.
     */
    async receive(
      owner: TransferOwner,
      money: Money,
      note?: (tx: Database) => Promise<void>,
    ): Promise<Receipt> {
      const { transfer, isNew } = await db.transaction(async (tx) => {
        const receipt = await take(tx, owner, money);
        if (receipt.isNew) await note?.(tx);
        return receipt;
      });
      return { transfer: await lookAgain(transfer), isNew };
    },
  };
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

function isWaiting({ standing, resolvedAt }: ReceivedTransfer): boolean {
  return standing === "being_paid" && resolvedAt === null;
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
