import { AsyncLocalStorage } from "node:async_hooks";

const openTransaction = new AsyncLocalStorage<true>();

export function insideTransaction<T>(work: () => T): T {
  return openTransaction.run(true, work);
}

/**
 * Inside a transaction, a query would wait for itself on a single-session database, and a request would hold locks until the
 * other party responds.
 */
export function refuseInsideTransaction(what: "a query" | "a request"): void {
  if (openTransaction.getStore()) throw new Error(`${what} beside the open transaction`);
}
