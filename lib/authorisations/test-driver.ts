import { BankError } from "#lib/banks/connector.ts";
import { AppError } from "#lib/errors.ts";
import type { Transaction } from "#lib/transactions/transaction.ts";
import type { AuthorisationService } from "./service.ts";

/** What a payer may do at the sandbox bank; `accept` approves without a final answer, `settle` gives it. */
export const TEST_OUTCOMES = [
  "approve",
  "decline",
  "insufficient_funds",
  "accept",
  "settle",
  "cancel",
] as const;
export type TestOutcome = (typeof TEST_OUTCOMES)[number];

type Deps = {
  authorisations: Pick<AuthorisationService, "start" | "latest" | "refreshLatest">;
  orderDigest: (transaction: Transaction) => string;
  /** Acts as the payer at the approval page of the sandbox bank. */
  act: (approvalUrl: string, outcome: TestOutcome) => Promise<void>;
};

/** Plays the payer of a test transaction, through the same connector and bank that a person would meet. */
export function createTestDriver({ authorisations, orderDigest, act }: Deps) {
  async function approvalUrlOf(transaction: Transaction, outcome: TestOutcome, bankId: string) {
    if (outcome !== "settle") {
      const digest = orderDigest(transaction);
      const { reference } = transaction;
      const started = await authorisations.start({
        reference,
        bankId,
        orderDigest: digest,
        payerIp: undefined,
      });
      return started.approvalUrl;
    }
    const latest = await authorisations.latest(transaction.id);
    if (latest?.approvalUrl && latest.status === "processing") return latest.approvalUrl;
    throw new AppError("transaction_final", {
      detail: "Nothing waits to be settled; send accept first.",
    });
  }

  return {
    /** Drives a transaction of test mode to `outcome`. Throws `test_mode_only`, `transaction_final` and what a start throws. */
    async drive(transaction: Transaction, outcome: TestOutcome, bankId = "sandbox"): Promise<void> {
      if (transaction.mode !== "test") throw new AppError("test_mode_only");
      const approvalUrl = await approvalUrlOf(transaction, outcome, bankId);
      try {
        await act(approvalUrl, outcome);
        await authorisations.refreshLatest(transaction.id);
      } catch (error) {
        if (!(error instanceof BankError)) throw error;
        throw new AppError("bank_unavailable", { cause: error, retryAfterSeconds: 10 });
      }
    },
  };
}
