import { isGivenUp } from "#lib/payments/attempts/attempt.ts";
import { hasOpenBankAlert } from "#lib/payments/bank-alerts/alert.ts";
import { REPORTING_GRACE_MS } from "#lib/payments/transactions/expiry/grace.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError, invalidField } from "#lib/platform/failures/errors.ts";
import { fromDecimalString } from "#lib/platform/values/money.ts";
import { isPrintable } from "#lib/platform/values/printable.ts";
import { acceptTransfer } from "./acceptance.ts";
import { type ImporterDeps, importFile, type StatementFile } from "./importer.ts";
import { createLastAttempt } from "./last-attempt.ts";
import { createReceiver } from "./receiver.ts";
import { recheck } from "./recheck.ts";
import * as repository from "./repository.ts";
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

// More than one file names, unless crafted.
const LISTED_OF_IMPORT = 1000;

/**
 * Credit transfers that shoppers send themselves. A reported one never expires, and can be settled after the account is closed.
 */
export function createTransferService(deps: ImporterDeps) {
  const { db, clock, lifecycle, attempts } = deps;
  const receiver = createReceiver(deps);
  const lastAttempt = createLastAttempt(deps);

  /** @throws AppError `not_found`, `transfer_not_expected` */
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

  /** @throws AppError `transaction_final`, `transfer_not_expected`, `transaction_in_progress` */
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
    importFile: (owner: TransferOwner, file: StatementFile, actor: Actor) =>
      importFile(deps, owner, file, actor),

    /**
     * The transaction waits for the transfer, and takes no attempt any more. Idempotent.
     * @throws AppError `not_found`, `transfer_not_expected`, `transaction_final`, `authorisation_open`, `payment_in_question`
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
     * Allows reporting until ten minutes after expiry. Polls the bank of the last attempt, so that the shopper does not pay
     * twice.
     */
    prepare: lastAttempt.prepare,

    /**
     * The transfer was not sent: ends the transaction as cancelled. Idempotent.
     * @throws AppError `not_found`, `transfer_not_expected`, `transaction_final`, `transaction_in_progress`
     */
    takeBack: (reference: string): Promise<void> =>
      db.transaction(async (tx) => {
        const transaction = await lockExpecting(tx, lifecycle.findByReference(tx, reference));
        if (transaction.failureReason === "cancelled") return;
        // The transfer may have come after the backup.
        if (transaction.restoredAt) throw new AppError("transaction_in_progress");
        await endWaiting(tx, transaction, "cancelled");
      }),

    /**
     * `amountText`: such as `12.50`. `being_paid` while a bank holds an attempt.
     * @throws AppError `not_found`, `transfer_not_expected`, `invalid_request`, `transaction_final`, `transfer_undecided` while
     * another amount is neither accepted nor resolved
     */
    async markReceived(
      accountId: string,
      { id, amountText }: { id: string; amountText: string },
      actor: Actor,
    ): Promise<ReceivedTransfer["status"]> {
      const transaction = await findOwn(db, accountId, id);
      if (!transaction) throw new AppError("not_found");
      const { mode, amount, currency, transferReference } = transaction;
      if (transferReference === null) throw new AppError("transfer_not_expected");
      if (fromDecimalString(amountText.trim().replace(",", "."), currency) !== amount) {
        throw invalidField("amount", "transfer_amount");
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
      return transfer.status;
    },

    /**
     * Ends the transaction as expired.
     * @throws AppError `not_found`, `transfer_not_expected`, `transaction_final`, `transaction_in_progress`
     */
    markNotReceived: (accountId: string, id: string, actor: Actor): Promise<void> =>
      db.transaction(async (tx) => {
        const transaction = await lockExpecting(tx, findOwn(tx, accountId, id));
        await endWaiting(tx, transaction, "expired");
        const action = "transfer.not_received";
        await recordAudit(tx, clock.now(), { accountId, actor, action, target: id });
      }),

    /**
     * A wrong amount pays. `being_paid` while a bank holds an attempt.
     * @throws AppError `not_found` unless it is an unresolved wrong amount, `transaction_final`
     */
    async accept(accountId: string, id: string, actor: Actor): Promise<ReceivedTransfer["status"]> {
      const transfer = await acceptTransfer(deps, accountId, id, async (tx, accepted) => {
        const { amount, currency } = accepted;
        const action = "transfer.accepted";
        const details = { amount, currency };
        await recordAudit(tx, clock.now(), { accountId, actor, action, target: id, details });
      });
      return transfer.status;
    },

    /**
     * Asks the bank that holds the attempt to cancel. Seven days after the attempt began, the transfer pays without the bank.
     * @throws AppError `not_found`
     */
    async tryAgain(
      accountId: string,
      id: string,
      actor: Actor,
    ): Promise<ReceivedTransfer["status"]> {
      const transfer = await repository.find(db, accountId, id);
      if (!transfer) throw new AppError("not_found");
      const rechecked = await recheck(deps, transfer, async (tx, transaction, attempt) => {
        const now = clock.now();
        if (!isGivenUp(attempt, now)) return false;
        const note = `Paid by transfer ${id}`;
        await attempts.endWithoutBank(tx, { transaction, attempt, outcome: "failed", note });
        const action = "transaction.settled";
        const details = { status: "succeeded" };
        await recordAudit(tx, now, { accountId, actor, action, target: transaction.id, details });
        return true;
      });
      return rechecked.status;
    },

    /** @throws AppError `invalid_request`, `not_found` if unknown or resolved, `transaction_in_progress` if it may still pay */
    async resolve(accountId: string, id: string, text: string, actor: Actor): Promise<void> {
      const note = text.trim();
      if (!isPrintable(note, MAX_NOTE_LENGTH)) throw invalidField("note", "transfer_note");
      await db.transaction(async (tx) => {
        const values = { resolvedAt: clock.now(), resolvedNote: note };
        const resolved = await repository.resolve(tx, accountId, id, values);
        if (!resolved) {
          const found = await repository.find(tx, accountId, id);
          const mayPay = found?.status === "being_paid";
          throw new AppError(mayPay ? "transaction_in_progress" : "not_found");
        }
        const details = { status: resolved.status };
        const action = "transfer.resolved";
        await recordAudit(tx, clock.now(), { accountId, actor, action, target: id, details });
      });
    },

    /** Newest first; `count` is the total. */
    async unresolved(
      owner: TransferOwner,
    ): Promise<{ transfers: ListedTransfer[]; count: number }> {
      const place = { ...owner, limit: PAGE_LENGTH };
      const [transfers, count] = await Promise.all([
        repository.list(db, place, "unresolved"),
        repository.countUnresolved(db, owner),
      ]);
      return { transfers, count };
    },

    /** Newest first, 25 per page; `before` is the last id of the previous page. */
    async list(owner: TransferOwner, before?: string): Promise<TransferPage> {
      const rows = await repository.list(db, { ...owner, before, limit: PAGE_LENGTH + 1 }, "all");
      const transfers = rows.slice(0, PAGE_LENGTH);
      return { transfers, next: rows.length > PAGE_LENGTH ? transfers.at(-1)?.id : undefined };
    },

    /** Newest first. */
    imports: (owner: TransferOwner): Promise<StatementImport[]> =>
      repository.listImports(db, owner, LISTED_IMPORTS),

    /** `undefined` if the account has no such file. */
    async report(owner: TransferOwner, importId: string): Promise<ImportReport | undefined> {
      const file = await repository.findImport(db, owner, importId);
      if (!file) return undefined;
      return { file, transfers: await repository.listOfImport(db, importId, LISTED_OF_IMPORT) };
    },
  };
}
