import type { Outcome } from "#lib/banks/behaviours.ts";
import { BankError } from "#lib/banks/connector.ts";
import { AppError } from "#lib/errors.ts";
import type { Transaction } from "#lib/transactions/transaction.ts";
import type { AuthorisationService } from "./service.ts";

/** What the checkout's panel for tests offers: ways a payer and a bank can act, and the end of the time to pay. */
export const PLAYS = [
  "approve",
  "decline",
  "insufficient_funds",
  "hang",
  "cancel",
  "expire",
] as const satisfies readonly (Outcome | "expire")[];

export type Play = (typeof PLAYS)[number];

type Deps = {
  authorisations: Pick<AuthorisationService, "start" | "latest" | "refreshLatest" | "endUnpaid">;
  findByReference: (reference: string) => Promise<Transaction | undefined>;
  orderDigest: (transaction: Transaction) => string;
  /** Acts as the payer at the approval page of the sandbox bank. */
  act: (approvalUrl: string, outcome: Outcome) => Promise<void>;
};

/** Plays the payer of a test transaction, through the same connector and bank that a person would meet. */
export function createTestDriver({ authorisations, findByReference, orderDigest, act }: Deps) {
  async function approvalUrlOf(transaction: Transaction, outcome: Outcome, bankId: string) {
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

  async function perform(transaction: Transaction, outcome: Outcome, bankId = "sandbox") {
    if (transaction.mode !== "test") throw new AppError("test_mode_only");
    const approvalUrl = await approvalUrlOf(transaction, outcome, bankId);
    await act(approvalUrl, outcome);
  }

  /** Drives a transaction of test mode to `outcome`. Throws `test_mode_only`, `transaction_final` and what a start throws. */
  async function drive(transaction: Transaction, outcome: Outcome, bankId?: string) {
    await perform(transaction, outcome, bankId);
    await authorisations.refreshLatest(transaction.id).catch((error: unknown) => {
      // It has happened. A bank that gives no word about it, as some outcomes want it, is asked again by the worker.
      if (!(error instanceof BankError)) throw error;
    });
  }

  return {
    drive,

    /**
     * The same for whoever sees the checkout of a test transaction of the web flow, which may also end by the clock. Throws
     * `not_found`, `test_mode_only`, and what a start throws.
     */
    async play(reference: string, play: Play): Promise<void> {
      const transaction = await findByReference(reference);
      if (transaction?.flow !== "web") throw new AppError("not_found");
      if (transaction.mode !== "test") throw new AppError("test_mode_only");
      if (play === "expire") await authorisations.endUnpaid(transaction.id, "expired");
      // Somebody watches the page: it must not stand still for as long as the bank does.
      else if (play === "hang") await perform(transaction, play);
      else await drive(transaction, play);
    },
  };
}
