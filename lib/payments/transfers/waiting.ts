import type { WaitingTransfers } from "#lib/payments/transactions/lifecycle.ts";
import * as repository from "./repository.ts";

/** Pays once the bank cancels, else must be sent back. */
export const waitingTransfers: WaitingTransfers = {
  match: (tx, transactionId) => repository.matchWaiting(tx, transactionId),
  close: (tx, ids, outcome) =>
    repository.closeWaiting(tx, ids, outcome === "succeeded" ? "already_paid" : "too_late"),
};
