import type { StoredFunds } from "#lib/payments/model/funds.ts";
import type { PayerKnowledge } from "#lib/payments/payers/known-payers.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { PaymentFilter } from "./filter.ts";

export type PaymentOwner = { accountId: string; mode: Mode };

export const SORT_KEYS = ["created", "amount", "status"] as const;
export type PaymentOrder = { by: (typeof SORT_KEYS)[number]; direction: "asc" | "desc" };

export const NEWEST_FIRST: PaymentOrder = { by: "created", direction: "desc" };

export type PaymentPosition = Pick<Transaction, "id" | "status" | "amount" | "createdAt">;

export type PaymentCursor = { after: PaymentPosition } | { before: PaymentPosition } | undefined;

/** {@link NEWEST_FIRST} unless `order` is set. */
export type PaymentPlace = PaymentOwner & {
  filter: PaymentFilter;
  order?: PaymentOrder;
  cursor?: PaymentCursor;
};

export type PaymentPage = {
  payments: ListedPayment[];
  previous: PaymentPosition | undefined;
  next: PaymentPosition | undefined;
};

/** In minor units. */
export type CurrencyTotal = { currency: string; count: number; amount: number; paid: number };

/** `isOver`: there are more payments than are counted. */
export type PaymentTotals = { count: number; isOver: boolean; currencies: CurrencyTotal[] };

/** `amount` in minor units of `currency`. */
export type ListedPayment = Pick<
  Transaction,
  "id" | "status" | "failureReason" | "amount" | "currency" | "externalId" | "createdAt"
> & { bankId: string | null; payer: PayerKnowledge };

export type ExportedPayment = Omit<ListedPayment, "payer"> &
  Pick<
    Transaction,
    | "mode"
    | "flow"
    | "reference"
    | "payeeName"
    | "payeeIban"
    | "source"
    | "metadata"
    | "expiresAt"
    | "finishedAt"
  > &
  StoredFunds & {
    description: string | null;
    endToEndId: string | null;
    bankPaymentId: string | null;
    /** That the payer was asked to name, for a bank transfer. */
    creditorReference: string | null;
    /** As the bank wrote it with the money that paid. */
    creditReference: string | null;
    /** ISO 8601. */
    bookedOn: string | null;
    paymentLinkId: string | null;
  };
