import { AsyncLocalStorage } from "node:async_hooks";

const deadlines = new AsyncLocalStorage<AbortSignal>();

export function withDeadline<T>(deadline: AbortSignal, work: () => T): T {
  return deadlines.run(deadline, work);
}

/** Aborts after `timeoutMs` or at the deadline of the surrounding work. */
export function endOfRequest(timeoutMs: number): AbortSignal {
  const deadline = deadlines.getStore();
  const timeout = AbortSignal.timeout(timeoutMs);
  return deadline ? AbortSignal.any([deadline, timeout]) : timeout;
}
