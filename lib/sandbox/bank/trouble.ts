import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "hono";
import type { Trouble } from "./course.ts";
import { TppError } from "./tpp-messages.ts";

/** Longer than a payment service waits. */
const SILENCE_MS = 15_000;

/** Shorter than a payment service waits. */
export const SLOWNESS_MS = 3_000;

/** Ends early when the caller disconnects. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

export const pauseForReal: Pause = async (ms, signal) => {
  await delay(ms, undefined, { signal, ref: false }).catch(() => {});
};

export async function respondWrongly(
  context: Context,
  trouble: Trouble,
  pause: Pause,
): Promise<Response> {
  switch (trouble) {
    case "silence":
      await pause(SILENCE_MS, context.req.raw.signal);
      return context.text("", 504);
    case "error":
      throw new TppError("INTERNAL_SERVER_ERROR", "The bank tries out an error");
    case "overload":
      return context.text("Service Unavailable", 503);
    case "no_json":
      return context.html("<!doctype html><title>Welcome to online banking</title>");
    case "unknown_status":
      return context.json({ transactionStatus: "DONE" });
    case "no_status":
      return context.json({ status: ["ACSC"], transactionStatus: null });
  }
}
