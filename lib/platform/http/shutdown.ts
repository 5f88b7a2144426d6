import { setTimeout as sleep } from "node:timers/promises";

type Step = () => Promise<void>;

/** `drain`: at once. `refuse`: after the load balancers' grace time. `close`: after both. */
type Phase = "drain" | "refuse" | "close";

type Shutdown = { stopping: AbortController; steps: Record<Phase, Step[]>; hasSignals: boolean };

/** Milliseconds that running work gets to finish. */
export const DRAIN_MS = 20_000;

// For connections to close after the cut.
const CLOSE_MS = 3_000;

const HOLDER = Symbol.for("bankside.shutdown");

// Next bundles pages, routes and instrumentation apart from the server; all share this.
function shutdown(): Shutdown {
  const holder = globalThis as typeof globalThis & { [HOLDER]?: Shutdown };
  holder[HOLDER] ??= {
    stopping: new AbortController(),
    steps: { drain: [], refuse: [], close: [] },
    hasSignals: false,
  };
  return holder[HOLDER];
}

/** Aborts when this process must stop. */
export function stopping(): AbortSignal {
  return shutdown().stopping.signal;
}

export function onShutdown(phase: Phase, step: Step): void {
  shutdown().steps[phase].push(step);
}

/**
 * Takes requests for `graceMs` more, but is not ready. Cuts the rest shortly after {@link DRAIN_MS}. `onError` gets a failed
 * step, which makes the exit code 1.
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
  // npm, a terminal and a supervisor may each send one. A closing terminal sends SIGHUP.
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
