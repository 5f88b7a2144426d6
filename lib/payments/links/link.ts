import type { LinkStatus, LinkUsage, PaymentLink } from "#lib/payments/model/link.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Actor } from "#lib/platform/audit/log.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import { formatAmount } from "#lib/platform/values/money.ts";

export type LinkOwner = { accountId: string; mode: Mode };

/** `mode`: of the API key. Members see both. */
export type LinkKey = { id: string; accountId: string; mode?: Mode | undefined };

/** Amounts in minor units. Without `amount`, with both bounds: the payer enters it. */
export type LinkInput = {
  usage: LinkUsage;
  amount?: number | undefined;
  minAmount?: number | undefined;
  maxAmount?: number | undefined;
  currency: string;
  description?: string | undefined;
  externalId?: string | undefined;
  /** Of reusable links. */
  maxPayments?: number | undefined;
  /** ISO 8601 in UTC. */
  expiresAt?: string | undefined;
};

export type LinkRequest = LinkOwner & {
  input: LinkInput;
  actor: Actor;
  idempotencyKey?: string | undefined;
};

export type CreatedLink = { link: PaymentLink; isNew: boolean };

export type LinkFilter = LinkOwner & {
  limit: number;
  /** Id of the last one seen. */
  before?: string | undefined;
  status?: LinkStatus | undefined;
};

/** Newest first. `before`: id of the last transaction seen. */
export type LinkPaymentFilter = LinkOwner & {
  linkId: string;
  limit: number;
  before?: string | undefined;
};

/** Who opens a link. `browsers`: ids of the browser. `externalId`: of the payment it comes back from. */
export type LinkVisitor = { browsers: readonly string[]; externalId?: string | undefined };

/** A payment that the visitor comes back from. */
export type LinkPayment = Pick<
  Transaction,
  "status" | "failureReason" | "externalId" | "amount" | "currency" | "finishedAt"
> & {
  /** Opens the checkout. `null` for another browser than that of the payment. */
  reference: string | null;
};

/** What a visitor may see. `busy`: others are paying just now, and no further payment fits. */
export type OpenedLink = Pick<
  PaymentLink,
  | "accountId"
  | "mode"
  | "token"
  | "usage"
  | "amount"
  | "minAmount"
  | "maxAmount"
  | "currency"
  | "description"
> & {
  payeeName: string;
  state: LinkStatus | "busy";
  /** When a place may get free, while `busy`. */
  freeAt: Date | null;
  payment: LinkPayment | undefined;
};

/** Of a visitor. `amount` in minor units, where the link leaves it to the payer. */
export type LinkPress = {
  token: string;
  amount?: number | undefined;
  /** Id of the browser. Without one, each press makes a payment. */
  browser: string | undefined;
  /** `undefined` for an address without limits. */
  address: string | undefined;
  /** That the visitor chose, for the way back. */
  lang?: string | undefined;
};

export type PublicLink = ReturnType<typeof toPublicLink>;

/** Times are ISO 8601 in UTC. */
export function toPublicLink(link: PaymentLink) {
  const { amount, currency } = link;
  return {
    id: link.id,
    accountId: link.accountId,
    mode: link.mode,
    url: link.url,
    usage: link.usage,
    status: link.status,
    amount,
    minAmount: link.minAmount,
    maxAmount: link.maxAmount,
    currency,
    displayAmount: amount === null ? null : formatAmount(amount, currency),
    description: link.description,
    externalId: link.externalId,
    maxPayments: link.maxPayments,
    paidCount: link.paidCount,
    createdBy: link.createdBy,
    createdAt: link.createdAt.toISOString(),
    expiresAt: link.expiresAt?.toISOString() ?? null,
    stoppedAt: link.stoppedAt?.toISOString() ?? null,
  };
}
