import type { bankAlerts } from "./attempts.schema.ts";

export type BankAlert = typeof bankAlerts.$inferSelect;

/** `ourStatus`: our status of the attempt. `bankStatus`: the bank's ISO 20022 code. */
export type BankFinding = Pick<
  BankAlert,
  "attemptId" | "transactionId" | "kind" | "ourStatus" | "bankStatus" | "bankPaymentId"
>;
