import type { WaitingTransfers } from "#lib/payments/transactions/lifecycle.ts";
import { createTransferRepository } from "./repository.ts";

/** Pays once the bank cancels; must be sent back if the transaction ends otherwise. */
export const waitingTransfers: WaitingTransfers = {
  match: (tx, transactionId) => createTransferRepository(tx).matchWaiting(transactionId),
  close: (tx, { id, status }) =>
    createTransferRepository(tx).closeWaiting(
      id,
      status === "succeeded" ? "already_paid" : "too_late",
    ),
};
