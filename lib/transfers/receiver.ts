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

type Known = { transfer: ReceivedTransfer; kind: StatementImport["kind"] | null };

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
    const stored = await repository.insert({
      ...money,
      ...owner,
      id: newId("trf"),
      transactionId: money.transactionId ?? null,
      importId: file?.id ?? null,
      entryKey: key,
      standing,
      createdAt: clock.now(),
      resolvedAt: null,
      resolvedNote: null,
    });
    if (stored) return { transfer: stored, isNew: true };
    // Only money that names no transaction gets here: all else was looked for under its lock.
    const known = await repository.findByKey(owner, key);
    if (!known) throw new Error(`transfer ${key} is neither new nor known`);
    return { transfer: known, isNew: false };
  }

  /** What a merchant marked, or another kind of file told, gets the key and the file of the bank's word that comes later. */
  async function adopt(tx: Database, { transfer }: Known, money: Money): Promise<Receipt> {
    if (transfer.importId !== null || !money.file) return { transfer, isNew: false };
    const values = {
      importId: money.file.id,
      entryKey: money.key,
      reference: money.reference,
      bookedOn: money.bookedOn,
    };
    await createTransferRepository(tx).update(transfer.id, values);
    return { transfer: { ...transfer, ...values }, isNew: false };
  }

  async function take(tx: Database, owner: TransferOwner, money: Money): Promise<Receipt> {
    const repository = createTransferRepository(tx);
    const transaction = money.transactionId && (await lifecycle.lock(tx, money.transactionId));
    const known = await repository.findByKey(owner, money.key);
    if (known) return { transfer: known, isNew: false };
    if (!transaction || !isExpecting(transaction, owner, money)) {
      return store(tx, owner, { ...money, transactionId: undefined }, "unknown_reference");
    }
    const same = (await repository.listOf(transaction.id)).find((each) => isSameMoney(each, money));
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

/**
 * Tells whether two mentions under different keys are of the same money. What a merchant marked comes in a file later; and
 * a statement tells again what a notification told, where one of them lacks the bank's own id.
 */
function isSameMoney({ transfer, kind }: Known, { file, key, ...money }: Money): boolean {
  if (transfer.amount !== money.amount || transfer.currency !== money.currency) return false;
  if (transfer.importId === null || !file) return transfer.importId === null || !file;
  const lacksId = [transfer.entryKey, key].some((each) => each.startsWith("sum:"));
  const sameDay = transfer.bookedOn === money.bookedOn;
  return lacksId && kind !== file.kind && sameDay;
}
