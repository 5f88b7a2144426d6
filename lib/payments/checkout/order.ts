import type { Attempt } from "#lib/payments/attempts/attempt.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { CheckoutView } from "./view.ts";

/** `count`: without those refused for the payer's account, which others replaced. */
export type Attempts = { latest: Attempt | undefined; count: number };

export type FoundOrder = {
  transaction: Transaction;
  attempts: Attempts;
  frameAncestors: string[];
};

export type Order = { transaction: Transaction; view: CheckoutView };
