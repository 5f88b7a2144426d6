import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import type { VerifiedToken } from "#lib/merchants/tokens/service.ts";
import type { transactions } from "#lib/payments/schema.ts";
import { formatAmount } from "#lib/platform/money.ts";

/** A transaction as stored. `amount` in minor units of `currency`. */
export type Transaction = typeof transactions.$inferSelect;

/** What a merchant sends to create a transaction, parsed. */
export type TransactionInput = {
  amount: number;
  currency: string;
  externalId?: string | undefined;
  successUrl?: string | undefined;
  failureUrl?: string | undefined;
  processingUrl?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
  source?: string | undefined;
  /** One of the account's IBANs (electronic form); without a name the account's own for it. */
  payee?: { iban: string; name?: string | undefined } | undefined;
};

/**
 * A request to create a transaction, from an authenticated key. With `token`, a JWT of that key, it comes from an app and
 * creates a direct transaction, unless `flow` says otherwise.
 */
export type CreateRequest = {
  apiKey: ApiKey;
  token?: VerifiedToken | undefined;
  flow?: Transaction["flow"] | undefined;
  input: TransactionInput;
  clientType?: string | undefined;
  idempotencyKey?: string | undefined;
};

/** Which pages a request creates a transaction for. */
export function flowOf({ token, flow }: CreateRequest): Transaction["flow"] {
  return flow ?? (token ? "direct" : "web");
}

/** A transaction as the API and the webhooks show it. No capability and no personal data of the payer. */
export type PublicTransaction = ReturnType<typeof toPublicTransaction>;

/** Makes the public form of a transaction; times are ISO 8601 in UTC. */
export function toPublicTransaction(transaction: Transaction) {
  return {
    id: transaction.id,
    accountId: transaction.accountId,
    mode: transaction.mode,
    reference: transaction.reference,
    status: transaction.status,
    failureReason: transaction.failureReason,
    amount: transaction.amount,
    currency: transaction.currency,
    displayAmount: formatAmount(transaction.amount, transaction.currency),
    externalId: transaction.externalId,
    successUrl: transaction.successUrl,
    failureUrl: transaction.failureUrl,
    processingUrl: transaction.processingUrl,
    payee: { iban: transaction.payeeIban, name: transaction.payeeName },
    metadata: transaction.metadata,
    source: transaction.source,
    createdAt: transaction.createdAt.toISOString(),
    expiresAt: transaction.expiresAt.toISOString(),
    finishedAt: transaction.finishedAt?.toISOString() ?? null,
  };
}

/** The answer to a creation; `reference` in the web flow only. */
export type CreatedTransaction = {
  redirectUrl: string;
  id: string;
  reference?: string | undefined;
  status: Transaction["status"];
  amount: number;
  currency: string;
  displayAmount: string;
  externalId: string | null;
  expiresAt: string;
};
