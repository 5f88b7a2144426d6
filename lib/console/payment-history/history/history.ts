import type { PayerKnowledge } from "#lib/payments/payers/known-payers.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { createPaymentHistoryRepository } from "./repository.ts";

type Repository = ReturnType<typeof createPaymentHistoryRepository>;
type Row<Verb extends keyof Repository> =
  Awaited<ReturnType<Repository[Verb]>> extends (infer R)[] ? R : never;

/** One try at a bank, as a merchant may see it. */
export type PaymentAttempt = Row<"listAttempts">;
export type PaymentSession = Row<"listSessions">;
export type PaymentDelivery = Row<"listDeliveries">;
export type DeliveryAttempt = Row<"listDeliveryAttempts">;

/** Money that came by a transfer of the payer's own, as a merchant may see it. */
export type PaymentTransfer = Row<"listTransfers">;

/** All that happened to one transaction, each list oldest first. */
export type PaymentHistory = {
  transaction: Omit<Transaction, "payerEmailHash" | "fingerprint" | "orderInfo">;
  attempts: PaymentAttempt[];
  sessions: PaymentSession[];
  codes: Row<"listCodes">[];
  cancellations: Row<"listCancellations">[];
  transfers: PaymentTransfer[];
  events: Row<"listEvents">[];
  deliveries: PaymentDelivery[];
  deliveryAttempts: DeliveryAttempt[];
  payer: PayerKnowledge;
  /** Names of banks by their id. */
  bankNames: Record<string, string>;
  /** Another text after any change of what stands here. */
  revision: string;
};
