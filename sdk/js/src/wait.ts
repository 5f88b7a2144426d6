import { BanksideError } from "./bankside-error.ts";
import { runtime, type Signal } from "./runtime.ts";

/** Lets `delayMs` pass. Rejects with {@link BanksideError} `aborted` as soon as the signal gives up. */
export type Wait = (delayMs: number, signal?: Signal) => Promise<void>;

/** What a given-up payment rejects with before there is anything to pay. */
export function abortedError(cause?: unknown): BanksideError {
  return new BanksideError("aborted", "The payment was given up", { cause });
}

/** {@link Wait} by the platform's timer. */
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
