import {
  and,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { accounts } from "#lib/merchants/schema.ts";
import { checkoutTokens, transactions } from "#lib/payments/schema.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { notify } from "#lib/platform/db/notifications.ts";
import type { TransactionStatus } from "./status.ts";
import type { Transaction } from "./transaction.ts";

type PayerStep = Transaction["payerStep"];

/** `before` is the last id of the previous page. */
export type TransactionFilter = {
  accountId: string;
  mode: Transaction["mode"];
  limit: number;
  before?: string | undefined;
  externalId?: string | undefined;
  status?: TransactionStatus | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
};

export function createTransactionRepository(db: Database) {
  const { lockDigest, lockedAt } = transactions;

  const one = async (condition: SQL | undefined) => {
    const [row] = await db.select().from(transactions).where(condition).limit(1);
    return row;
  };

  async function changeStep(id: string, payerStep: PayerStep, condition: SQL | undefined) {
    const isNews = sql`${transactions.payerStep} is distinct from ${payerStep}`;
    const changed = await db
      .update(transactions)
      .set({ payerStep })
      .where(and(eq(transactions.id, id), eq(transactions.status, "pending"), isNews, condition))
      .returning({ id: transactions.id });
    if (changed.length > 0) await notify(db, "bankside_transaction", id);
  }

  return {
    /** `false` if the creditor reference is taken. */
    async insert(row: Transaction): Promise<boolean> {
      const { id, transferReference: target } = transactions;
      const stored = db.insert(transactions).values(row).onConflictDoNothing({ target });
      return (await stored.returning({ id })).length === 1;
    },

    findById: (id: string) => one(eq(transactions.id, id)),
    findByReference: (reference: string) => one(eq(transactions.reference, reference)),

    async insertCheckoutToken(row: typeof checkoutTokens.$inferSelect): Promise<void> {
      await db.insert(checkoutTokens).values(row);
    },

    async findByCheckoutToken(digest: string) {
      const [row] = await db
        .select({ transaction: transactions, usedAt: checkoutTokens.usedAt })
        .from(checkoutTokens)
        .innerJoin(transactions, eq(transactions.id, checkoutTokens.transactionId))
        .where(eq(checkoutTokens.digest, digest));
      return row;
    },

    /** `false` if unknown or used. */
    async useCheckoutToken(digest: string, usedAt: Date): Promise<boolean> {
      const rows = await db
        .update(checkoutTokens)
        .set({ usedAt })
        .where(and(eq(checkoutTokens.digest, digest), isNull(checkoutTokens.usedAt)))
        .returning({ digest: checkoutTokens.digest });
      return rows.length === 1;
    },

    findForAccount: (accountId: string, mode: Transaction["mode"], id: string) =>
      one(
        and(
          eq(transactions.id, id),
          eq(transactions.accountId, accountId),
          eq(transactions.mode, mode),
        ),
      ),

    /** Not failed: at most one of the web flow and one per payer. */
    listLive: (
      accountId: string,
      mode: Transaction["mode"],
      externalId: string,
    ): Promise<Transaction[]> =>
      db
        .select()
        .from(transactions)
        .where(
          and(
            eq(transactions.accountId, accountId),
            eq(transactions.mode, mode),
            eq(transactions.externalId, externalId),
            ne(transactions.status, "failed"),
          ),
        )
        .orderBy(transactions.id),

    async lock(id: string): Promise<Transaction | undefined> {
      const [row] = await db
        .select()
        .from(transactions)
        .where(eq(transactions.id, id))
        .for("update");
      return row;
    },

    /** `undefined` unless the status is one of `from`. Notifies watchers. */
    async move(
      id: string,
      from: TransactionStatus[],
      values: Partial<Transaction> & Pick<Transaction, "status" | "updatedAt">,
    ): Promise<Transaction | undefined> {
      const [row] = await db
        .update(transactions)
        .set(values)
        .where(and(eq(transactions.id, id), inArray(transactions.status, from)))
        .returning();
      if (row) await notify(db, "bankside_transaction", id);
      return row;
    },

    /** Only while pending; `holder` must hold the device lock, if given. */
    setPayerStep: (id: string, payerStep: NonNullable<PayerStep>, holder?: string): Promise<void> =>
      changeStep(id, payerStep, holder === undefined ? undefined : eq(lockDigest, holder)),

    /** Unless the order was locked after `time`. */
    clearPayerStep: (id: string, time: Date): Promise<void> =>
      changeStep(id, null, or(isNull(lockedAt), lte(lockedAt, time))),

    /** Only the first time, and while it can be paid. */
    async noteTransferShown(id: string, now: Date): Promise<void> {
      const { status, expiresAt, transferShownAt, transferReference } = transactions;
      const isShowable = and(
        eq(status, "pending"),
        gt(expiresAt, now),
        isNotNull(transferReference),
      );
      await db
        .update(transactions)
        .set({ transferShownAt: now })
        .where(and(eq(transactions.id, id), isShowable, isNull(transferShownAt)));
    },

    /** Returns whether this was the first time. */
    async noteReturn(id: string, returnedAt: Date): Promise<boolean> {
      const rows = await db
        .update(transactions)
        .set({ returnedAt })
        .where(and(eq(transactions.id, id), isNull(transactions.returnedAt)))
        .returning({ id: transactions.id });
      return rows.length === 1;
    },

    /** Keeps an earlier reason; `null` removes it. */
    async setEndReason(id: string, endReason: Transaction["endReason"]): Promise<void> {
      await db
        .update(transactions)
        .set({ endReason })
        .where(
          and(
            eq(transactions.id, id),
            inArray(transactions.status, ["pending", "processing"]),
            endReason ? isNull(transactions.endReason) : undefined,
          ),
        );
    },

    list(filter: TransactionFilter): Promise<Transaction[]> {
      return db
        .select()
        .from(transactions)
        .where(
          and(
            eq(transactions.accountId, filter.accountId),
            eq(transactions.mode, filter.mode),
            filter.before ? lt(transactions.id, filter.before) : undefined,
            filter.externalId ? eq(transactions.externalId, filter.externalId) : undefined,
            filter.status ? eq(transactions.status, filter.status) : undefined,
            filter.createdAfter ? gte(transactions.createdAt, filter.createdAfter) : undefined,
            filter.createdBefore ? lt(transactions.createdAt, filter.createdBefore) : undefined,
          ),
        )
        .orderBy(desc(transactions.id))
        .limit(filter.limit);
    },

    /** In both modes. */
    async listPending(accountId: string): Promise<string[]> {
      const rows = await db
        .select({ id: transactions.id })
        .from(transactions)
        .where(and(eq(transactions.accountId, accountId), eq(transactions.status, "pending")))
        .orderBy(transactions.id);
      return rows.map(({ id }) => id);
    },

    /** In both modes. `open`: with a bank. `reported`: with a reported transfer. */
    async countOpen(accountId: string): Promise<{ open: number; reported: number }> {
      const [row] = await db
        .select({ all: count(), reported: count(transactions.transferReportedAt) })
        .from(transactions)
        .where(
          and(
            eq(transactions.accountId, accountId),
            inArray(transactions.status, ["pending", "processing"]),
          ),
        );
      const { all = 0, reported = 0 } = row ?? {};
      return { open: all - reported, reported };
    },

    /** In either mode. */
    async latestByAccount(): Promise<Map<string, Date>> {
      const latest = (mode: Transaction["mode"]) => sql`(select t.created_at from transactions t
        where t.account_id = accounts.id and t.mode = ${mode} order by t.id desc limit 1)`;
      const rows = await db
        .select({
          accountId: accounts.id,
          latestAt: sql<Date | null>`greatest(${latest("live")}, ${latest("test")})`.mapWith(
            transactions.createdAt,
          ),
        })
        .from(accounts);
      return new Map(
        rows.flatMap(({ accountId, latestAt }) => (latestAt ? [[accountId, latestAt]] : [])),
      );
    },

    /** Serialises creations per `name` until the database transaction ends. */
    async serialise(name: string): Promise<void> {
      await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
    },

    async deleteCheckoutTokens(time: Date): Promise<number> {
      const rows = await db
        .delete(checkoutTokens)
        .where(lt(checkoutTokens.createdAt, time))
        .returning({ digest: checkoutTokens.digest });
      return rows.length;
    },
  };
}
