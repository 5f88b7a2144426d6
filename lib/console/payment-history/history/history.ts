import type { ApiKeyOverview } from "#lib/merchants/api-keys/api-key.ts";
import type { OrderContext } from "#lib/payments/model/order-context.ts";
import type { PayerKnowledge } from "#lib/payments/payers/known-payers.ts";
import type { Transaction, WholeTransaction } from "#lib/payments/transactions/transaction.ts";
import type * as repository from "./repository.ts";

type Repository = typeof repository;
type Row<Verb extends keyof Repository> =
  Awaited<ReturnType<Repository[Verb]>> extends (infer R)[] ? R : never;

export type PaymentAttempt = Row<"listAttempts">;
export type PaymentSession = Row<"listSessions">;
export type PaymentDelivery = Row<"listDeliveries">;
export type DeliveryAttempt = Row<"listDeliveryAttempts">;

export type PaymentTransfer = Row<"listTransfers">;

/** Each list is oldest first. */
export type PaymentHistory = {
  transaction: Omit<Transaction, "payerEmailHash" | "sealedPayer" | "fingerprint" | "orderInfo"> &
    Pick<
      WholeTransaction,
      "payerStep" | "transferReference" | "transferReportedAt" | "seenFunds" | "seenFundsAt"
    > &
    OrderContext;
  creatorName: string | null;
  apiKey: Pick<ApiKeyOverview, "name" | "method">;
  attempts: PaymentAttempt[];
  sessions: PaymentSession[];
  codes: Row<"listCodes">[];
  cancellations: Row<"listCancellations">[];
  transfers: PaymentTransfer[];
  /** Null unless it was to be sent. */
  receipt: Awaited<ReturnType<Repository["findReceipt"]>>;
  events: Row<"listEvents">[];
  deliveries: PaymentDelivery[];
  deliveryAttempts: DeliveryAttempt[];
  payer: PayerKnowledge;
  bankNames: Record<string, string>;
  /** Changes with anything shown here. */
  revision: string;
};
