import { AsyncLocalStorage } from "node:async_hooks";

export type AfterCommit = (() => void)[];

const openTransaction = new AsyncLocalStorage<AfterCommit>();

/** Call what `after` then contains once the transaction is committed. */
export function insideTransaction<T>(work: () => T, after: AfterCommit): T {
  return openTransaction.run(after, work);
}

/** Runs `work` once the open transaction is committed, or at once outside of one. It must not fail. */
export function afterCommit(work: () => void): void {
  const after = openTransaction.getStore();
  if (after) after.push(work);
  else work();
}

/**
 * Inside a transaction, a query would wait for itself on a single-session database, and a request would hold locks until the
 * other party responds.
 */
export function refuseInsideTransaction(what: "a query" | "a request"): void {
  if (openTransaction.getStore()) throw new Error(`${what} beside the open transaction`);
}
