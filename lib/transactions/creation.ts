import type { AccountService } from "#lib/accounts/service.ts";
import type { ApiKey } from "#lib/api-keys/service.ts";
import type { Clock } from "#lib/clock.ts";
import type { Database } from "#lib/db/client.ts";
import { AppError } from "#lib/errors.ts";
import { newId, randomToken } from "#lib/ids.ts";
import { formatAmount } from "#lib/money.ts";
import type { Seal } from "#lib/seal.ts";
import { fingerprint } from "./fingerprint.ts";
import { createIdempotency } from "./idempotency.ts";
import { createTransactionRepository } from "./repository.ts";
import type { EndReason } from "./status.ts";
import type { CreatedTransaction, Transaction, TransactionInput } from "./transaction.ts";

export type CreatorDeps = {
  db: Database;
  clock: Clock;
  seal: Seal;
  accounts: Pick<AccountService, "primaryPayee">;
  endUnpaid: (id: string, reason: EndReason) => Promise<Transaction | undefined>;
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

/** Creates transactions: once for each order, however often and however parallel it is asked for. */
export function createCreator(deps: CreatorDeps) {
  const { db, clock } = deps;
  const idempotency = createIdempotency(deps);

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
      endReason: null,
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
    if (existing.endReason) return { end: existing, reason: existing.endReason };
    if (existing.expiresAt <= clock.now()) return { end: existing, reason: "expired" } as const;
    if (existing.fingerprint !== wanted.fingerprint)
      return { end: existing, reason: "superseded" } as const;
    return existing;
  }

  /** Stores the creation and its answer at once, so that a retry after a crash finds both or neither. */
  function attempt(request: CreateRequest, wanted: Transaction, requestHash: string) {
    return db.transaction(async (tx) => {
      const answered = await idempotency.recall(tx, request, requestHash);
      if (answered) return { created: answered, replayed: true };
      const existing = await resolveExisting(tx, wanted);
      if (existing !== "none" && "end" in existing) return existing;
      const inTransaction = createTransactionRepository(tx);
      if (existing === "none") await inTransaction.insert(wanted);
      const transaction = existing === "none" ? wanted : existing;
      const created = toCreated(transaction);
      await idempotency.remember(tx, request, requestHash, created);
      return { created, replayed: existing !== "none" };
    });
  }

  return {
    /**
     * Creates a pending transaction, or answers the one that the same request made before (`replayed`).
     * Throws `transaction_in_progress`, `already_paid`, `idempotency_key_reused`, `idempotency_in_progress`, `no_payee`.
     */
    async create(request: CreateRequest): Promise<Creation> {
      const requestHash = fingerprint({
        ...request.input,
        clientType: request.clientType,
        mode: request.apiKey.mode,
      });
      for (;;) {
        const result = await attempt(request, await draft(request), requestHash);
        if (!("end" in result)) return result;
        await deps.endUnpaid(result.end.id, result.reason);
      }
    },
  };
}
