import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Mode } from "#lib/platform/mode.ts";
import type { PaymentFilter } from "./filter.ts";

export type PaymentOwner = { accountId: string; mode: Mode };

/** `before` is the last id of the previous page. */
export type PaymentPlace = PaymentOwner & { filter: PaymentFilter; before?: string | undefined };

/** With the bank of the last payment attempt. `amount` in minor units of `currency`. */
export type ListedPayment = Pick<
  Transaction,
  "id" | "status" | "failureReason" | "amount" | "currency" | "externalId" | "createdAt"
> & { bankId: string | null };

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
