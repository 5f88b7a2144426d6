import { BanksideError } from "./bankside-error.ts";
import { runtime, type Signal } from "./runtime.ts";

/** Resolves after `delayMs` milliseconds. Rejects with {@link BanksideError} `aborted` when the signal aborts. */
export type Wait = (delayMs: number, signal?: Signal) => Promise<void>;

export function abortedError(cause?: unknown): BanksideError {
  return new BanksideError("aborted", "The payment was aborted", { cause });
}

export const wait: Wait = async (delayMs, signal) => {
  if (signal?.aborted) throw abortedError();
  const { setTimeout, clearTimeout } = runtime();
  let giveUp = () => {};
  let timer: unknown;
  try {
    await new Promise<void>((resolve, reject) => {
      giveUp = () => reject(abortedError());
      signal?.addEventListener("abort", giveUp);
      timer = setTimeout(resolve, delayMs);
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
  }
};
