import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { AppError } from "#lib/platform/errors.ts";
import type { Logger } from "#lib/platform/logger.ts";
import { checkoutTokenDigest } from "./checkout-token.ts";
import { type CreatorDeps, createCreator } from "./creation.ts";
import { createExpiryRepository } from "./expiry/repository.ts";
import { createIdempotency } from "./idempotency/idempotency.ts";
import { createPostponed } from "./postponed.ts";
import { createTransactionRepository, type TransactionFilter } from "./repository.ts";
import type { EndReason } from "./status.ts";
import type { Transaction } from "./transaction.ts";

// Banks may take seconds to let go of a try.
const AT_ONCE = 10;

// So that a run of the worker ends, however long banks take.
const RUN_MS = 10_000;

// Twice as long as a transaction can be payable.
const LINKS_KEPT_MS = 48 * 60 * 60 * 1000;

export type TransactionService = ReturnType<typeof createTransactionService>;

type ServiceDeps = CreatorDeps & { logger: Pick<Logger, "error"> };

/** Verbs on transactions for merchants. */
export function createTransactionService(deps: ServiceDeps) {
  const { db, clock, logger } = deps;
  const postponed = createPostponed(clock);
  const repository = createTransactionRepository(db);
  const expiry = createExpiryRepository(db);
  const { create } = createCreator(deps);

  async function get(apiKey: ApiKey, id: string): Promise<Transaction> {
    const transaction = await repository.findForAccount(apiKey.accountId, apiKey.mode, id);
    if (!transaction) throw new AppError("not_found");
    return transaction;
  }

  /** Ends transactions, a few at a time; one that can't be ended holds up no other. */
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

  async function expire(id: string): Promise<void> {
    try {
      const ended = await deps.endUnpaid(id, "expired");
      if (ended?.status === "pending") postponed.add(id);
      else postponed.forget(id);
    } catch (err) {
      postponed.add(id);
      logger.error({ err, transactionId: id }, "a transaction could not be ended");
    }
  }

  return {
    create,

    /** Reads one transaction of the key's account and mode. Throws `not_found`. */
    get,

    /** Reads one transaction of whatever account. */
    findById: (id: string) => repository.findById(id),

    /** Reads the transaction whose capability is `reference`. */
    findByReference: (reference: string) => repository.findByReference(reference),

    /** The transaction a webview link's checkout token belongs to, and whether that token has opened a session. */
    async findByCheckoutToken(
      token: string,
    ): Promise<{ transaction: Transaction; isUsed: boolean } | undefined> {
      const digest = checkoutTokenDigest(token);
      const row = digest && (await repository.findByCheckoutToken(digest));
      return row ? { transaction: row.transaction, isUsed: row.usedAt !== null } : undefined;
    },

    /** Uses up a checkout token, in the caller's open database transaction; false if it was used before. */
    async useCheckoutToken(tx: Database, token: string): Promise<boolean> {
      const digest = checkoutTokenDigest(token);
      if (digest === undefined) return false;
      return createTransactionRepository(tx).useCheckoutToken(digest, clock.now());
    },

    /** Notes how far the payer's phone is, for the desktop to show; only while `holder` holds the order, where it is given. */
    notePayerStep: (id: string, step: NonNullable<Transaction["payerStep"]>, holder?: string) =>
      repository.setPayerStep(id, step, holder),

    /** Notes that a page leads the shopper to the shop by itself; answers whether it is the first that does. */
    noteReturn: (id: string): Promise<boolean> => repository.noteReturn(id, clock.now()),

    /** Lists transactions, newest first. */
    list: (filter: TransactionFilter) => repository.list(filter),

    /** Cancels; a cancelled one stays so. Throws `not_found`, `transaction_in_progress`, `transaction_final`. */
    async cancel(apiKey: ApiKey, id: string): Promise<Transaction> {
      const { id: known } = await get(apiKey, id);
      const transaction = await deps.endUnpaid(known, "cancelled");
      if (transaction?.status === "processing") throw new AppError("transaction_in_progress");
      if (transaction?.failureReason !== "cancelled") throw new AppError("transaction_final");
      return transaction;
    },

    /**
     * Cancels for one of the account's people, in either mode; a cancelled one stays so. That it was asked for stands in
     * the audit log and holds even if this process ends right after. Throws `not_found`, `transaction_in_progress`,
     * `transaction_final`, `account_closed`.
     */
    async cancelForAccount(accountId: string, id: string, actor: Actor): Promise<void> {
      const asked = await db.transaction(async (tx) => {
        await deps.accounts.holdOpen(tx, accountId);
        const inTransaction = createTransactionRepository(tx);
        const known = await inTransaction.lock(id);
        if (known?.accountId !== accountId) throw new AppError("not_found");
        if (known.status !== "pending") return known;
        await inTransaction.setEndReason(id, "cancelled");
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
     * Fails the transactions whose time is up, unless a bank may still execute them; answers how many it took. One that
     * can't be ended is logged, left alone for a while and holds up no other. Begins nothing new after 10 s, nor once
     * `stopping`.
     */
    async expireDue(limit = 100, stopping?: AbortSignal): Promise<number> {
      const ids = await expiry.findExpired(clock.now(), limit, postponed.ids());
      const isOver = AbortSignal.any([
        AbortSignal.timeout(RUN_MS),
        ...(stopping ? [stopping] : []),
      ]);
      const waiting = ids.values();
      let taken = 0;
      async function endOneByOne(): Promise<void> {
        for (const id of waiting) {
          await expire(id);
          taken += 1;
          if (isOver.aborted) return;
        }
      }
      if (!isOver.aborted) await Promise.all(Array.from({ length: AT_ONCE }, endOneByOne));
      return taken;
    },

    /**
     * Cancels what an account has pending, in both modes. `cancelled`: how many are; `open`: how many have no outcome yet
     * because a bank may still execute them; `told`: how many because their shopper said to have sent a transfer. Throws at
     * the end what went wrong with any.
     */
    async cancelAllOf(
      accountId: string,
    ): Promise<{ cancelled: number; open: number; reported: number }> {
      const { ended, failures } = await endAll(
        await repository.listPending(accountId),
        "cancelled",
      );
      if (failures.length > 0)
        throw new AggregateError(failures, "some transactions could not be cancelled");
      const cancelled = ended.filter((transaction) => transaction?.status === "failed").length;
      return { cancelled, ...(await repository.countOpen(accountId)) };
    },

    /** When the latest transaction of each account was created, in either mode. */
    latestByAccount: () => repository.latestByAccount(),

    /** Forgets old answers to idempotent requests; answers how many. */
    purgeIdempotency: () => createIdempotency(deps).purge(db),

    /** Forgets links of webviews whose transactions can't be opened any more; answers how many. */
    purgeCheckoutTokens: () =>
      repository.deleteCheckoutTokens(new Date(clock.now().getTime() - LINKS_KEPT_MS)),

    nextExpiryAt: () => expiry.nextExpiry(clock.now(), postponed.ids()),
  };
}
