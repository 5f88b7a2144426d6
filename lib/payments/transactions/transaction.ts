import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import type { VerifiedToken } from "#lib/merchants/tokens/service.ts";
import { fundsOf, type StoredFunds } from "#lib/payments/model/funds.ts";
import type { StoredLink } from "#lib/payments/model/link.ts";
import type { OrderContext, OrderLine } from "#lib/payments/model/order-context.ts";
import type { StoredRefunds } from "#lib/payments/model/refund.ts";
import type { checkouts, transactions } from "#lib/payments/model/schema.ts";
import type { expectedTransfers } from "#lib/payments/model/transfers.schema.ts";
import { formatAmount } from "#lib/platform/values/money.ts";

/** `amount` in minor units of `currency`. */
export type Transaction = typeof transactions.$inferSelect;

type Nullable<Row> = { [Name in keyof Row]: Row[Name] | null };

/** What browsers did with the order. All null at first. */
export type Checkout = Nullable<Omit<typeof checkouts.$inferSelect, "transactionId">>;

/** All null if it can't be paid by transfer. */
export type ExpectedTransfer = {
  transferReference: (typeof expectedTransfers.$inferSelect)["reference"] | null;
  transferShownAt: Date | null;
  transferReportedAt: Date | null;
};

/** With what has tables of its own. */
export type WholeTransaction = Transaction &
  Checkout &
  ExpectedTransfer &
  StoredFunds &
  OrderContext &
  StoredRefunds &
  StoredLink;

/** Without what browsers and transfers have in tables of their own. */
export type KnownTransaction = Transaction &
  StoredFunds &
  OrderContext &
  StoredRefunds &
  StoredLink;

export type ListedTransaction = Pick<
  Transaction,
  | "id"
  | "accountId"
  | "mode"
  | "reference"
  | "status"
  | "failureReason"
  | "amount"
  | "currency"
  | "externalId"
  | "successUrl"
  | "failureUrl"
  | "processingUrl"
  | "payeeIban"
  | "payeeName"
  | "metadata"
  | "source"
  | "createdAt"
  | "expiresAt"
  | "finishedAt"
> &
  StoredFunds &
  OrderContext &
  StoredRefunds &
  StoredLink;

export type TransactionInput = {
  amount: number;
  currency: string;
  externalId?: string | undefined;
  successUrl?: string | undefined;
  failureUrl?: string | undefined;
  processingUrl?: string | undefined;
  cancelUrl?: string | undefined;
  description?: string | undefined;
  lines?: OrderLine[] | undefined;
  /** One of our languages. */
  locale?: string | undefined;
  /** ISO 8601 in UTC. */
  expiresAt?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
  source?: string | undefined;
  /** One of the account's IBANs (electronic form); the name defaults to the account's. */
  payee?: { iban: string; name?: string | undefined } | undefined;
  payer?: NamedPayer | undefined;
};

/** For the web flow; an app's JWT holds the payer's details. */
export type NamedPayer = { email?: string | undefined; name?: string | undefined };

/** `browser`: digest of the link and the payer's browser. */
export type LinkPlace = { id: string; browser: string | null };

/** `token`: of the authenticated key. Direct, unless `flow` is set. `link`: the payment counts as one of that payment link. */
export type CreateRequest = {
  apiKey: ApiKey;
  token?: VerifiedToken | undefined;
  flow?: Transaction["flow"] | undefined;
  input: TransactionInput;
  clientType?: string | undefined;
  idempotencyKey?: string | undefined;
  createdBy?: string | undefined;
  link?: LinkPlace | undefined;
};

export function flowOf({
  token,
  flow,
}: Pick<CreateRequest, "token" | "flow">): Transaction["flow"] {
  return flow ?? (token ? "direct" : "web");
}

/** Without personal data of the payer. */
export type PublicTransaction = ReturnType<typeof toPublicTransaction>;

/** Times are ISO 8601 in UTC. */
export function toPublicTransaction(transaction: ListedTransaction) {
  const { funds, fundsAt } = fundsOf(transaction);
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
    cancelUrl: transaction.cancelUrl,
    description: transaction.description,
    lines: transaction.lines,
    locale: transaction.locale,
    payee: { iban: transaction.payeeIban, name: transaction.payeeName },
    metadata: transaction.metadata,
    source: transaction.source,
    createdAt: transaction.createdAt.toISOString(),
    expiresAt: transaction.expiresAt.toISOString(),
    finishedAt: transaction.finishedAt?.toISOString() ?? null,
    funds,
    fundsAt: fundsAt?.toISOString() ?? null,
    refundedAmount: transaction.refundedAmount ?? 0,
    refundCount: transaction.refundCount ?? 0,
    paymentLinkId: transaction.paymentLinkId,
  };
}

/** `reference` in the web flow only. */
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
