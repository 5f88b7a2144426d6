import type { Outcome } from "#lib/banks/sandbox/behaviours.ts";
import type { sandboxBankLedger, sandboxBankPayments } from "#lib/sandbox/model/schema.ts";

export type SandboxPayment = typeof sandboxBankPayments.$inferSelect;

export type SandboxBooking = typeof sandboxBankLedger.$inferSelect;

/** ISO 20022: received, accepted, settled, rejected, cancelled. */
export type SandboxStatus = "RCVD" | "ACSP" | "ACSC" | "RJCT" | "CANC";

export const PRODUCTS = [
  "sepa-credit-transfers",
  "instant-sepa-credit-transfers",
  "cross-border-credit-transfers",
] as const;

export const STEPS: Record<Outcome, { from: SandboxStatus; to: SandboxStatus }> = {
  approve: { from: "RCVD", to: "ACSC" },
  accept: { from: "RCVD", to: "ACSP" },
  settle: { from: "ACSP", to: "ACSC" },
  cancel: { from: "RCVD", to: "CANC" },
  decline: { from: "RCVD", to: "RJCT" },
  insufficient_funds: { from: "RCVD", to: "RJCT" },
  delayed: { from: "RCVD", to: "ACSP" },
  hang: { from: "RCVD", to: "ACSC" },
  late: { from: "RCVD", to: "ACSP" },
  never_final: { from: "RCVD", to: "ACSP" },
  twice: { from: "RCVD", to: "ACSC" },
  reject_then_execute: { from: "RCVD", to: "ACSP" },
  execute_then_reject: { from: "RCVD", to: "ACSC" },
  wrong_amount: { from: "RCVD", to: "ACSC" },
  malformed: { from: "RCVD", to: "ACSC" },
  server_error: { from: "RCVD", to: "ACSC" },
  slow: { from: "RCVD", to: "ACSC" },
};

export function isApproved({ status }: Pick<SandboxPayment, "status">): boolean {
  return status === "ACSP" || status === "ACSC";
}

export function scaStatusOf(said: Pick<SandboxPayment, "status">) {
  if (said.status === "RCVD") return "received";
  return isApproved(said) ? "finalised" : "failed";
}
