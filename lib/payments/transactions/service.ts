import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import type { EndReason } from "#lib/payments/model/status.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { checkoutTokenDigest } from "./checkout-token.ts";
import { type CreatorDeps, createTransaction } from "./creation/creation.ts";
import { type ExpiryDeps, expireDue } from "./expiry/expire.ts";
import { createPostponed } from "./expiry/postponed.ts";
import * as expiryRepository from "./expiry/repository.ts";
import { createIdempotency } from "./idempotency/idempotency.ts";
import { list, type TransactionFilter } from "./listing.sql.ts";
import * as transactionRepository from "./repository.ts";
import type { CreateRequest, Transaction } from "./transaction.ts";

// Banks may take seconds to cancel.
const AT_ONCE = 10;

// Twice the longest time to pay.
const LINKS_KEPT_MS = 48 * 60 * 60 * 1000;

export type TransactionService = ReturnType<typeof createTransactionService>;

type ServiceDeps = CreatorDeps & Pick<ExpiryDeps, "logger" | "endIdle">;

export function createTransactionService(deps: ServiceDeps) {
  const { db, clock } = deps;
  const postponed = createPostponed(clock);

  async function get(apiKey: ApiKey, id: string): Promise<Transaction> {
    const transaction = await transactionRepository.findForAccount(
      db,
      apiKey.accountId,
      apiKey.mode,
      id,
    );
    if (!transaction) throw new AppError("not_found");
    return transaction;
  }

  /** One failure does not block the others. */
  async function endAll(ids: readonly string[], reason: EndReason) {
    const ended: (Transaction | undefined)[] = [];
    const failures: unknown[] = [];
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      const some = ids.slice(start, start + AT_ONCE).map((id) => deps.endUnpaid(id, reason));
      for (const result of await Promise.allSettled(some)) {
        if (result.status === "rejected") failures.push(result.reason);
        else ended.push(result.value);
      }
    }
    return { ended, failures };
  }

  return {
    create: (request: CreateRequest) => createTransaction(deps, request),

    /** @throws AppError `not_found` */
    get,

    /** Of any account. */
    findById: (id: string) => transactionRepository.findById(db, id),

    findByReference: (reference: string) => transactionRepository.findByReference(db, reference),

    /** `isUsed`: the token has opened a session. */
    async findByCheckoutToken(
      token: string,
    ): Promise<{ transaction: Transaction; isUsed: boolean } | undefined> {
      const digest = checkoutTokenDigest(token);
      const row = digest && (await transactionRepository.findByCheckoutToken(db, digest));
      return row ? { transaction: row.transaction, isUsed: row.usedAt !== null } : undefined;
    },

    /** `false` if unknown or used. */
    async useCheckoutToken(tx: Database, token: string): Promise<boolean> {
      const digest = checkoutTokenDigest(token);
      if (digest === undefined) return false;
      return transactionRepository.consumeCheckoutToken(tx, digest, clock.now());
    },

    /** Shown on the desktop. `holder` must hold the device lock, if given. */
    notePayerStep: (id: string, step: NonNullable<Transaction["payerStep"]>, holder?: string) =>
      transactionRepository.setPayerStep(db, id, step, holder),

    /** Consumes the one-time automatic redirect to the shop; `false` if consumed. */
    noteReturn: (id: string): Promise<boolean> =>
      transactionRepository.noteReturn(db, id, clock.now()),

    /** Newest first. */
    list: (filter: TransactionFilter) => list(db, filter),

    /**
     * Returns a cancelled transaction unchanged.
     * @throws AppError `not_found`, `transaction_in_progress`, `transaction_final`
     */
    async cancel(apiKey: ApiKey, id: string): Promise<Transaction> {
      const { id: known } = await get(apiKey, id);
      const transaction = await deps.endUnpaid(known, "cancelled");
      if (transaction?.status === "processing") throw new AppError("transaction_in_progress");
      if (transaction?.failureReason !== "cancelled") throw new AppError("transaction_final");
      return transaction;
    },

    /**
     * The request is stored first, so that it survives a crash.
     * @throws AppError `not_found`, `transaction_in_progress`, `transaction_final`, `account_closed`
     */
    async cancelForAccount(accountId: string, id: string, actor: Actor): Promise<void> {
      const asked = await db.transaction(async (tx) => {
        await deps.accounts.holdOpen(tx, accountId);
        const known = await transactionRepository.lock(tx, id);
        if (known?.accountId !== accountId) throw new AppError("not_found");
        if (known.status !== "pending") return known;
        await transactionRepository.setEndReason(tx, id, "cancelled");
        const action = "transaction.cancelled";
        await recordAudit(tx, clock.now(), { accountId, actor, action, target: id });
        return known;
      });
      const transaction =
        asked.status === "pending" ? await deps.endUnpaid(id, "cancelled") : asked;
      if (transaction?.status === "processing") throw new AppError("transaction_in_progress");
      if (transaction?.failureReason !== "cancelled") throw new AppError("transaction_final");
    },

    /**
     * Skips transactions that a bank may still execute. Postpones failures. Starts nothing after 10 s, or once `stopping`.
     * Returns how many it processed.
     */
    expireDue: (limit = 100, stopping?: AbortSignal): Promise<number> =>
      expireDue({ ...deps, postponed }, limit, stopping),

    /**
     * In both modes. `open`: a bank may still execute them. `reported`: the shopper reported a transfer. Throws all failures at
     * the end.
     */
    async cancelAllOf(
      accountId: string,
    ): Promise<{ cancelled: number; open: number; reported: number }> {
      const { ended, failures } = await endAll(
        await transactionRepository.listPending(db, accountId),
        "cancelled",
      );
      if (failures.length > 0)
        throw new AggregateError(failures, "some transactions could not be cancelled");
      const cancelled = ended.filter((transaction) => transaction?.status === "failed").length;
      return { cancelled, ...(await transactionRepository.countOpen(db, accountId)) };
    },

    /** In either mode. */
    latestByAccount: (accountId?: string): Promise<Map<string, Date>> =>
      transactionRepository.latestByAccount(db, accountId),

    purgeIdempotency: () => createIdempotency(deps).purge(db),

    purgeCheckoutTokens: () =>
      transactionRepository.deleteCheckoutTokens(
        db,
        new Date(clock.now().getTime() - LINKS_KEPT_MS),
      ),

    nextExpiryAt: () => expiryRepository.nextExpiry(db, clock.now(), postponed.ids()),
  };
}
