import { hasOpenBankAlert } from "#lib/payments/bank-alerts/alert.ts";
import { REPORTING_GRACE_MS } from "#lib/payments/transactions/expiry/grace.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { AppError } from "#lib/platform/errors.ts";
import { fromDecimalString } from "#lib/platform/money.ts";
import { isPrintable } from "#lib/platform/printable.ts";
import { createAcceptance } from "./acceptance.ts";
import { createImporter, type ImporterDeps } from "./importer.ts";
import { createLastAttempt } from "./last-attempt.ts";
import { createReceiver } from "./receiver.ts";
import { createTransferRepository } from "./repository.ts";
import { createSecondLook } from "./second-look.ts";
import type {
  ImportReport,
  ListedTransfer,
  ReceivedTransfer,
  StatementImport,
  TransferOwner,
  TransferPage,
} from "./transfer.ts";

const MAX_NOTE_LENGTH = 300;
const PAGE_LENGTH = 25;
const LISTED_IMPORTS = 5;

// More than one file can name, unless somebody makes it on purpose.
const LISTED_OF_IMPORT = 1000;

/**
 * Verbs on credit transfers that shoppers send by themselves. Nothing that may be paid by one fails by the clock once its
 * payer has said that money is on its way. What is expected when an account is closed can still be settled.
 */
export function createTransferService(deps: ImporterDeps) {
  const { db, clock, lifecycle, attempts } = deps;
  const repository = createTransferRepository(db);
  const receiver = createReceiver(deps);
  const { lookAgain } = createSecondLook(deps);
  const acceptTransfer = createAcceptance(deps);
  const lastAttempt = createLastAttempt(deps);

  /** Throws `not_found`, or `transfer_not_expected` where a transaction takes no transfer. */
  async function lockExpecting(tx: Database, find: Promise<Transaction | undefined>) {
    const found = await find;
    const transaction = found && (await lifecycle.lock(tx, found.id));
    if (!transaction) throw new AppError("not_found");
    if (transaction.transferReference === null) throw new AppError("transfer_not_expected");
    return transaction;
  }

  async function findOwn(tx: Database, accountId: string, id: string) {
    const found = await lifecycle.find(tx, id);
    return found?.accountId === accountId ? found : undefined;
  }

  /** Ends what waits for a transfer alone. Throws `transaction_final`, `transfer_not_expected`. */
  async function endWaiting(
    tx: Database,
    { id, status, transferReportedAt }: Transaction,
    reason: "cancelled" | "expired",
  ): Promise<void> {
    if (status === "succeeded" || status === "failed") throw new AppError("transaction_final");
    if (transferReportedAt === null) throw new AppError("transfer_not_expected");
    if (await attempts.isOpen(tx, id)) throw new AppError("transaction_in_progress");
    await lifecycle.fail(tx, id, reason);
  }

  return {
    importFile: createImporter(deps).importFile,

    /**
     * The shopper says to have sent the transfer: the transaction waits for it, and no bank can be tried any more. Saying so
     * again changes nothing. Throws `not_found`, `transfer_not_expected`, `transaction_final`, `authorisation_open`,
     * `payment_in_question`.
     */
    async reportSent(reference: string): Promise<void> {
      await lastAttempt.ask(reference);
      await db.transaction(async (tx) => {
        const transaction = await lockExpecting(tx, lifecycle.findByReference(tx, reference));
        const { id, status, endReason, transferReportedAt, expiresAt } = transaction;
        if (status === "processing" && transferReportedAt !== null) return;
        if (await attempts.isOpen(tx, id)) throw new AppError("authorisation_open");
        const isOver = clock.now().getTime() >= expiresAt.getTime() + REPORTING_GRACE_MS;
        if (status !== "pending" || endReason !== null || isOver) {
          throw new AppError("transaction_final");
        }
        if (await hasOpenBankAlert(tx, id)) throw new AppError("payment_in_question");
        await lifecycle.awaitTransfer(tx, id);
      });
    },

    /**
     * Somebody looks at the transfer, and may report it for ten minutes after the time to pay: a bank that refused the last try is asked once more, so that nobody is shown how to pay
     * a second time what it executed all the same. Waits for that no longer than a page can.
     */
    prepare: lastAttempt.prepare,

    /**
     * The shopper says not to have sent it after all, which ends the transaction as cancelled; a cancelled one stays so.
     * Throws `not_found`, `transfer_not_expected`, `transaction_final`, `transaction_in_progress`.
     */
    takeBack: (reference: string): Promise<void> =>
      db.transaction(async (tx) => {
        const transaction = await lockExpecting(tx, lifecycle.findByReference(tx, reference));
        if (transaction.failureReason === "cancelled") return;
        await endWaiting(tx, transaction, "cancelled");
      }),

    /**
     * A member says that the money has come; `amountText` is what they read on their statement, such as `12.50`. Answers
     * `being_paid` while a bank holds a try of it: the money pays as soon as that lets go. Throws `not_found`,
     * `transfer_not_expected`, `invalid_request`, `transaction_final`, `transfer_undecided` while another amount that came is
     * neither accepted nor dealt with.
     */
    async markReceived(
      accountId: string,
      { id, amountText }: { id: string; amountText: string },
      actor: Actor,
    ): Promise<ReceivedTransfer["standing"]> {
      const transaction = await findOwn(db, accountId, id);
      if (!transaction) throw new AppError("not_found");
      const { mode, amount, currency, transferReference } = transaction;
      if (transferReference === null) throw new AppError("transfer_not_expected");
      if (fromDecimalString(amountText.trim().replace(",", "."), currency) !== amount) {
        throw wrongField("amount", "transfer_amount");
      }
      const owner: TransferOwner = { accountId, mode };
      const money = {
        transactionId: id,
        iban: undefined,
        key: `hand:${id}`,
        amount,
        currency,
        reference: null,
        bookedOn: null,
        createdBy: actor,
        file: undefined,
      };
      const transfer = await receiver.receive(owner, money, async (tx) => {
        const action = "transfer.received";
        await recordAudit(tx, clock.now(), { accountId, actor, action, target: id });
      });
      return transfer.standing;
    },

    /**
     * A member says that no money came, which ends a transaction that waits for a transfer as expired. Throws `not_found`,
     * `transfer_not_expected`, `transaction_final`, `transaction_in_progress`.
     */
    markNotReceived: (accountId: string, id: string, actor: Actor): Promise<void> =>
      db.transaction(async (tx) => {
        const transaction = await lockExpecting(tx, findOwn(tx, accountId, id));
        await endWaiting(tx, transaction, "expired");
        const action = "transfer.not_received";
        await recordAudit(tx, clock.now(), { accountId, actor, action, target: id });
      }),

    /**
     * A member takes another amount than was asked for as the payment: that very transfer pays. Answers `being_paid` while a
     * bank holds a try. Throws `not_found` for one that is no wrong amount or was dealt with, `transaction_final`.
     */
    async accept(
      accountId: string,
      id: string,
      actor: Actor,
    ): Promise<ReceivedTransfer["standing"]> {
      const transfer = await acceptTransfer(accountId, id, async (tx, accepted) => {
        const { amount, currency } = accepted;
        const action = "transfer.accepted";
        const details = { amount, currency };
        await recordAudit(tx, clock.now(), { accountId, actor, action, target: id, details });
      });
      return transfer.standing;
    },

    /** Asks the bank that holds up a transfer to let go, and answers how it then stands. Throws `not_found`. */
    async tryAgain(accountId: string, id: string): Promise<ReceivedTransfer["standing"]> {
      const transfer = await repository.find(accountId, id);
      if (!transfer) throw new AppError("not_found");
      return (await lookAgain(transfer)).standing;
    },

    /**
     * A member has dealt with money that paid nothing, and notes how. Throws `invalid_request`, `not_found` for one that is
     * not there or was dealt with before, `transaction_in_progress` for one that may still pay.
     */
    async resolve(accountId: string, id: string, text: string, actor: Actor): Promise<void> {
      const note = text.trim();
      if (!isPrintable(note, MAX_NOTE_LENGTH)) throw wrongField("note", "transfer_note");
      await db.transaction(async (tx) => {
        const values = { resolvedAt: clock.now(), resolvedNote: note };
        const inTransaction = createTransferRepository(tx);
        const resolved = await inTransaction.resolve(accountId, id, values);
        if (!resolved) {
          const found = await inTransaction.find(accountId, id);
          const mayPay = found?.standing === "being_paid";
          throw new AppError(mayPay ? "transaction_in_progress" : "not_found");
        }
        const details = { standing: resolved.standing };
        const action = "transfer.resolved";
        await recordAudit(tx, clock.now(), { accountId, actor, action, target: id, details });
      });
    },

    /** What a member still has to look into, newest first, and how much that is in all. */
    async unresolved(
      owner: TransferOwner,
    ): Promise<{ transfers: ListedTransfer[]; count: number }> {
      const place = { ...owner, limit: PAGE_LENGTH };
      const [transfers, count] = await Promise.all([
        repository.list(place, "unresolved"),
        repository.countUnresolved(owner),
      ]);
      return { transfers, count };
    },

    /** All that came in, newest first, 25 at a time; `before` is the id the last page ended with. */
    async list(owner: TransferOwner, before?: string): Promise<TransferPage> {
      const rows = await repository.list({ ...owner, before, limit: PAGE_LENGTH + 1 }, "all");
      const transfers = rows.slice(0, PAGE_LENGTH);
      return { transfers, next: rows.length > PAGE_LENGTH ? transfers.at(-1)?.id : undefined };
    },

    /** The files that were read last, newest first. */
    imports: (owner: TransferOwner): Promise<StatementImport[]> =>
      repository.listImports(owner, LISTED_IMPORTS),

    /** What came of a file of the account; `undefined` where there is none of this id. */
    async report(owner: TransferOwner, importId: string): Promise<ImportReport | undefined> {
      const file = await repository.findImport(owner, importId);
      if (!file) return undefined;
      return { file, transfers: await repository.listOfImport(importId, LISTED_OF_IMPORT) };
    },
  };
}

function wrongField(path: string, message: string): AppError {
  return new AppError("invalid_request", { fields: [{ path, message }] });
}
