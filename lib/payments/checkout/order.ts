import type { Attempt } from "#lib/payments/attempts/attempt.ts";
import type { WholeTransaction } from "#lib/payments/transactions/transaction.ts";
import type { CheckoutView } from "./view.ts";

/** `count`: without those refused for the payer's account, which others replaced. */
export type Attempts = { latest: Attempt | undefined; count: number };

export type FoundOrder = {
  transaction: WholeTransaction;
  attempts: Attempts;
  frameAncestors: string[];
};

export type Order = { transaction: WholeTransaction; view: CheckoutView };
