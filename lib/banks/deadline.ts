import { AsyncLocalStorage } from "node:async_hooks";

const deadlines = new AsyncLocalStorage<AbortSignal>();

/** Does `work`, in which no request to a bank goes on once `deadline` has passed, however many there are of them. */
export function withDeadline<T>(deadline: AbortSignal, work: () => T): T {
  return deadlines.run(deadline, work);
}

/** What ends one request to a bank: its own `timeoutMs`, or the deadline of the work it is part of. */
export function endOfRequest(timeoutMs: number): AbortSignal {
  const deadline = deadlines.getStore();
  const timeout = AbortSignal.timeout(timeoutMs);
  return deadline ? AbortSignal.any([deadline, timeout]) : timeout;
}
