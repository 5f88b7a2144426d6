import { AsyncLocalStorage } from "node:async_hooks";

const openTransaction = new AsyncLocalStorage<true>();

/** Runs the work of a database transaction, and knows until its end that it is one. */
export function insideTransaction<T>(work: () => T): T {
  return openTransaction.run(true, work);
}

/**
 * Throws inside an open database transaction: a query beside it would wait for itself where the database has one session,
 * and a request to another party would hold locks and a connection for as long as that party likes.
 */
export function refuseInsideTransaction(what: "a query" | "a request"): void {
  if (openTransaction.getStore()) throw new Error(`${what} beside the open transaction`);
}
