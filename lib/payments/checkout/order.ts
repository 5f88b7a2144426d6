import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { CheckoutView } from "./view.ts";

export type FoundOrder = { transaction: Transaction; frameAncestors: string[] };

export type Order = { transaction: Transaction; view: CheckoutView };
