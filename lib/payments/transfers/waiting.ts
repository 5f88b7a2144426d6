import type { WaitingTransfers } from "#lib/payments/transactions/lifecycle.ts";
import { createTransferRepository } from "./repository.ts";

/**
 * Money that is booked while a bank still holds a try of its transaction. It pays as soon as the bank lets go, and is to
 * be sent back where the transaction ends otherwise.
 */
export const waitingTransfers: WaitingTransfers = {
  match: (tx, transactionId) => createTransferRepository(tx).matchWaiting(transactionId),
  close: (tx, { id, status }) =>
    createTransferRepository(tx).closeWaiting(
      id,
      status === "succeeded" ? "already_paid" : "too_late",
    ),
};
