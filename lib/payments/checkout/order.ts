import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { CheckoutView } from "./view.ts";

/** A transaction of the web flow, and who may frame its checkout. */
export type FoundOrder = { transaction: Transaction; frameAncestors: string[] };

/** A transaction as one request reads it, and what a page shows of it. */
export type Order = { transaction: Transaction; view: CheckoutView };
