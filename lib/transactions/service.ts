import type { AccountService } from "#lib/accounts/service.ts";
import type { ApiKey } from "#lib/api-keys/service.ts";
import type { Clock } from "#lib/clock.ts";
import type { Database } from "#lib/db/client.ts";
import { AppError } from "#lib/errors.ts";
import { newId, randomToken } from "#lib/ids.ts";
import { formatAmount } from "#lib/money.ts";
import type { Seal } from "#lib/seal.ts";
import { fingerprint } from "./fingerprint.ts";
import { createTransactionRepository, type TransactionFilter } from "./repository.ts";
import type { FailureReason } from "./status.ts";
import type { CreatedTransaction, Transaction, TransactionInput } from "./transaction.ts";

type Deps = {
  db: Database;
  clock: Clock;
  seal: Seal;
  accounts: Pick<AccountService, "primaryPayee">;
  endUnpaid: (id: string, reason: FailureReason) => Promise<Transaction | undefined>;
  signOrderInfo: (transaction: Omit<Transaction, "orderInfo">) => Promise<string>;
  checkoutUrl: string;
  ttlMinutes: number;
};

/** A request to create a transaction, from an authenticated key. */
export type CreateRequest = {
  apiKey: ApiKey;
  input: TransactionInput;
  clientType?: string | undefined;
  idempotencyKey?: string | undefined;
};

type Creation = { created: CreatedTransaction; replayed: boolean };

const IDEMPOTENCY_MS = 24 * 60 * 60 * 1000;

export type TransactionService = ReturnType<typeof createTransactionService>;

/** Verbs on transactions for merchants. */
export function createTransactionService(deps: Deps) {
  const { db, clock } = deps;
  const repository = createTransactionRepository(db);

  async function draft({ apiKey, input, clientType }: CreateRequest): Promise<Transaction> {
    const payee = await deps.accounts.primaryPayee(apiKey.accountId);
    const now = clock.now();
    const row = {
      id: newId("txn"),
      accountId: apiKey.accountId,
      apiKeyId: apiKey.id,
      mode: apiKey.mode,
      reference: randomToken(16),
      amount: input.amount,
      currency: input.currency,
      payeeIban: payee.iban,
      payeeName: payee.name,
      externalId: input.externalId ?? null,
      successUrl: input.successUrl ?? null,
      failureUrl: input.failureUrl ?? null,
      metadata: input.metadata ?? null,
      source: input.source ?? null,
      clientType: clientType ?? null,
      fingerprint: fingerprint({ ...input, payee }),
      status: "pending",
      failureReason: null,
      payerStep: null,
      createdAt: now,
      updatedAt: now,
      expiresAt: new Date(now.getTime() + deps.ttlMinutes * 60_000),
      finishedAt: null,
    } as const;
    return { ...row, orderInfo: await deps.signOrderInfo(row) };
  }

  function toCreated(transaction: Transaction): CreatedTransaction {
    const redirectUrl = new URL(deps.checkoutUrl);
    redirectUrl.searchParams.set("reference", transaction.reference);
    return {
      redirectUrl: redirectUrl.href,
      id: transaction.id,
      reference: transaction.reference,
      status: transaction.status,
      amount: transaction.amount,
      currency: transaction.currency,
      displayAmount: formatAmount(transaction.amount, transaction.currency),
      externalId: transaction.externalId,
      expiresAt: transaction.expiresAt.toISOString(),
    };
  }

  /** The live transaction of the same externalId, or what must be done about it first. */
  async function resolveExisting(tx: Database, wanted: Transaction) {
    if (wanted.externalId === null) return "none";
    const inTransaction = createTransactionRepository(tx);
    const { accountId, mode, externalId } = wanted;
    await inTransaction.serialise(`external:${accountId}:${mode}:${externalId}`);
    const existing = await inTransaction.findLive(accountId, mode, externalId);
    if (!existing) return "none";
    if (existing.status === "processing") throw new AppError("transaction_in_progress");
    if (existing.status === "succeeded") throw new AppError("already_paid");
    if (existing.expiresAt <= clock.now()) return { end: existing, reason: "expired" } as const;
    if (existing.fingerprint !== wanted.fingerprint) return { end: existing, reason: "superseded" } as const;
    return existing;
  }

  async function replay(tx: Database, request: CreateRequest, requestHash: string) {
    if (request.idempotencyKey === undefined) return undefined;
    const { accountId } = request.apiKey;
    const inTransaction = createTransactionRepository(tx);
    if (!(await inTransaction.tryClaim(`idempotency:${accountId}:${request.idempotencyKey}`))) {
      throw new AppError("idempotency_in_progress", { retryAfterSeconds: 1 });
    }
    const since = new Date(clock.now().getTime() - IDEMPOTENCY_MS);
    const stored = await inTransaction.findIdempotent(accountId, request.idempotencyKey, since);
    if (!stored) return undefined;
    if (stored.requestHash !== requestHash) throw new AppError("idempotency_key_reused");
    return JSON.parse(deps.seal.open(stored.sealedAnswer, answerContext(request))) as CreatedTransaction;
  }

  /** Stores the creation and its answer at once, so that a retry after a crash finds both or neither. */
  function attempt(request: CreateRequest, wanted: Transaction, requestHash: string) {
    return db.transaction(async (tx) => {
      const answered = await replay(tx, request, requestHash);
      if (answered) return { created: answered, replayed: true };
      const existing = await resolveExisting(tx, wanted);
      if (existing !== "none" && "end" in existing) return existing;
      const inTransaction = createTransactionRepository(tx);
      if (existing === "none") await inTransaction.insert(wanted);
      const transaction = existing === "none" ? wanted : existing;
      const created = toCreated(transaction);
      if (request.idempotencyKey !== undefined) {
        await inTransaction.saveIdempotent({
          accountId: request.apiKey.accountId,
          key: request.idempotencyKey,
          requestHash,
          transactionId: transaction.id,
          sealedAnswer: deps.seal.seal(JSON.stringify(created), answerContext(request)),
          createdAt: clock.now(),
        });
      }
      return { created, replayed: existing !== "none" };
    });
  }

  async function get(apiKey: ApiKey, id: string): Promise<Transaction> {
    const transaction = await repository.findForAccount(apiKey.accountId, apiKey.mode, id);
    if (!transaction) throw new AppError("not_found");
    return transaction;
  }

  return {
    /**
     * Creates a pending transaction, or answers the one that the same request made before (`replayed`).
     * Throws `transaction_in_progress`, `already_paid`, `idempotency_key_reused`, `idempotency_in_progress`, `no_payee`.
     */
    async create(request: CreateRequest): Promise<Creation> {
      const requestHash = fingerprint({ ...request.input, clientType: request.clientType, mode: request.apiKey.mode });
      for (;;) {
        const result = await attempt(request, await draft(request), requestHash);
        if (!("end" in result)) return result;
        await deps.endUnpaid(result.end.id, result.reason);
      }
    },

    /** Reads one transaction of the key's account and mode. Throws `not_found`. */
    get,

    /** Reads the transaction whose capability is `reference`. */
    findByReference: (reference: string) => repository.findByReference(reference),

    /** Notes how far the payer's phone is, for the desktop to show. */
    notePayerStep: (id: string, step: Transaction["payerStep"]) => repository.setPayerStep(id, step),

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

    /** Fails the transactions whose time is up, unless a bank may still execute them; answers how many it took. */
    async expireDue(limit = 50): Promise<number> {
      const ids = await repository.findExpired(clock.now(), limit);
      for (const id of ids) await deps.endUnpaid(id, "expired");
      return ids.length;
    },

    nextExpiryAt: () => repository.nextExpiry(),
  };
}

function answerContext({ apiKey, idempotencyKey }: CreateRequest): string {
  return `idempotency_keys:${apiKey.accountId}:${idempotencyKey}`;
}
