import type { sandboxBankLedger, sandboxBankPayments } from "#lib/db/sandbox-schema.ts";

/** A payment at the sandbox bank, as stored. */
export type SandboxPayment = typeof sandboxBankPayments.$inferSelect;

/** One debit in the sandbox bank's ledger. */
export type SandboxBooking = typeof sandboxBankLedger.$inferSelect;

/** ISO 20022 statuses the sandbox bank uses: received, accepted, settled, rejected, cancelled. */
export type SandboxStatus = "RCVD" | "ACSP" | "ACSC" | "RJCT" | "CANC";

/** Payment products the sandbox bank serves. */
export const PRODUCTS = [
  "sepa-credit-transfers",
  "instant-sepa-credit-transfers",
  "cross-border-credit-transfers",
] as const;

/** What can be made to happen to a payment without its pages. */
export const SANDBOX_OUTCOMES = [
  "approve",
  "decline",
  "insufficient_funds",
  "accept",
  "settle",
  "cancel",
] as const;

export type SandboxOutcome = (typeof SANDBOX_OUTCOMES)[number];

/** Each outcome's one step: the status it starts from and the status it leads to. */
export const STEPS: Record<SandboxOutcome, { from: SandboxStatus; to: SandboxStatus }> = {
  approve: { from: "RCVD", to: "ACSC" },
  accept: { from: "RCVD", to: "ACSP" },
  settle: { from: "ACSP", to: "ACSC" },
  decline: { from: "RCVD", to: "RJCT" },
  insufficient_funds: { from: "RCVD", to: "RJCT" },
  cancel: { from: "RCVD", to: "CANC" },
};

/** SCA status that goes with a payment's status. */
export function scaStatusOf(payment: SandboxPayment): "received" | "finalised" | "failed" {
  if (payment.status === "RCVD") return "received";
  return payment.status === "ACSP" || payment.status === "ACSC" ? "finalised" : "failed";
}
