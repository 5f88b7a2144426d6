import type { WaitingTransfers } from "#lib/payments/transactions/lifecycle.ts";
import * as repository from "./repository.ts";

/** Pays once the bank cancels; must be sent back if the transaction ends otherwise. */
export const waitingTransfers: WaitingTransfers = {
  match: (tx, transactionId) => repository.matchWaiting(tx, transactionId),
  close: (tx, ids, outcome) =>
    repository.closeWaiting(tx, ids, outcome === "succeeded" ? "already_paid" : "too_late"),
};
