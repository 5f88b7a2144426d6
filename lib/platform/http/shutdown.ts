import { setTimeout as sleep } from "node:timers/promises";

type Step = () => Promise<void>;

/** When a step of the end runs: at once; once nothing new is to be taken; or when all of those have ended. */
type Phase = "drain" | "refuse" | "close";

type Shutdown = { stopping: AbortController; steps: Record<Phase, Step[]>; hasSignals: boolean };

/** How long a stopping process lets what runs come to its end, in ms; then it cuts. */
export const DRAIN_MS = 20_000;

// Time for connections to close after the last answer was cut.
const CLOSE_MS = 3_000;

const HOLDER = Symbol.for("bankside.shutdown");

// Next bundles pages, routes and instrumentation apart from the server around them; all share one end.
function shutdown(): Shutdown {
  const holder = globalThis as typeof globalThis & { [HOLDER]?: Shutdown };
  holder[HOLDER] ??= {
    stopping: new AbortController(),
    steps: { drain: [], refuse: [], close: [] },
    hasSignals: false,
  };
  return holder[HOLDER];
}

/** Aborts as soon as this process is told to stop: what would go on for long ends then. */
export function stopping(): AbortSignal {
  return shutdown().stopping.signal;
}

/**
 * Adds a step of this process's end. All of `drain` run at once, all of `refuse` after the time that load balancers are
 * given, and when both have ended all of `close`.
 */
export function onShutdown(phase: Phase, step: Step): void {
  shutdown().steps[phase].push(step);
}

/**
 * Ends the process in good order at SIGTERM, SIGINT or SIGHUP, however often they come: drains, closes, exits with 0. For
 * `graceMs` it goes on taking requests, though it is no longer ready. What has not ended within {@link DRAIN_MS} and a
 * little after that is cut; a step that fails is told to `onError` and makes the code 1.
 */
export function endOnSignals(onError: (error: unknown) => void, graceMs = 0): void {
  const state = shutdown();
  if (state.hasSignals) return;
  state.hasSignals = true;
  const end = () => {
    if (state.stopping.signal.aborted) return;
    setTimeout(() => process.exit(0), graceMs + DRAIN_MS + CLOSE_MS);
    void endNow(onError, graceMs).then((isClean) => process.exit(isClean ? 0 : 1));
  };
  // npm, a terminal and a supervisor may each send one; a terminal that closes sends SIGHUP.
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, end);
}

async function endNow(onError: (error: unknown) => void, graceMs: number): Promise<boolean> {
  const { stopping, steps } = shutdown();
  stopping.abort();
  const run = (phase: Phase) => Promise.allSettled(steps[phase].map((step) => step()));
  const drained = run("drain");
  if (graceMs > 0) await sleep(graceMs);
  const refused = run("refuse");
  const ended = [await drained, await refused, await run("close")].flat();
  const failures = ended.filter((result) => result.status === "rejected");
  for (const { reason } of failures) onError(reason);
  return failures.length === 0;
}
