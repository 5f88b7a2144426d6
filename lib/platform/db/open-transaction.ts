import { AsyncLocalStorage } from "node:async_hooks";

export type AfterCommit = (() => void)[];

const openTransaction = new AsyncLocalStorage<AfterCommit>();

export function insideTransaction<T>(work: () => T, after: AfterCommit): T {
  return openTransaction.run(after, work);
}

/** At once outside of a transaction. `work` must not fail. */
export function afterCommit(work: () => void): void {
  const after = openTransaction.getStore();
  if (after) after.push(work);
  else work();
}

/** A query would wait for itself on a single-session database; a request would hold locks. */
export function refuseInsideTransaction(what: "a query" | "a request"): void {
  if (openTransaction.getStore()) throw new Error(`${what} beside the open transaction`);
}
