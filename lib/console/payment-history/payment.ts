import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Mode } from "#lib/platform/mode.ts";
import type { PaymentFilter } from "./filter.ts";

/** Whose payments are looked at. */
export type PaymentOwner = { accountId: string; mode: Mode };

/** Where in a list a page begins; `before` is the id the last page ended with. */
export type PaymentPlace = PaymentOwner & { filter: PaymentFilter; before?: string | undefined };

/** A payment in a list: a transaction with the bank of its last try. `amount` in minor units of `currency`. */
export type ListedPayment = Pick<
  Transaction,
  "id" | "status" | "failureReason" | "amount" | "currency" | "externalId" | "createdAt"
> & { bankId: string | null };

/** A payment with all that is exported of it. */
export type ExportedPayment = ListedPayment &
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
  > & { endToEndId: string | null; bankPaymentId: string | null };
