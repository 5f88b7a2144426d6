type Step = () => Promise<void>;

type Shutdown = { stopping: AbortController; drains: Step[]; closes: Step[]; hasSignals: boolean };

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
    drains: [],
    closes: [],
    hasSignals: false,
  };
  return holder[HOLDER];
}

/** Aborts as soon as this process is told to stop: what would go on for long ends then. */
export function stopping(): AbortSignal {
  return shutdown().stopping.signal;
}

/** Adds a step of this process's end: all of `drain` run at once, then all of `close` at once. */
export function onShutdown(phase: "drain" | "close", step: Step): void {
  const { drains, closes } = shutdown();
  (phase === "drain" ? drains : closes).push(step);
}

/**
 * Ends the process in good order at SIGTERM or SIGINT, however often they come: drains, closes, exits with 0. What has not
 * ended within {@link DRAIN_MS} and a little is cut; a step that fails is told to `onError` and makes the code 1.
 */
export function endOnSignals(onError: (error: unknown) => void): void {
  const state = shutdown();
  if (state.hasSignals) return;
  state.hasSignals = true;
  const end = () => {
    if (state.stopping.signal.aborted) return;
    setTimeout(() => process.exit(0), DRAIN_MS + CLOSE_MS);
    void endNow(onError).then((isClean) => process.exit(isClean ? 0 : 1));
  };
  // npm, a terminal and a supervisor may each send one.
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, end);
}

async function endNow(onError: (error: unknown) => void): Promise<boolean> {
  const { stopping, drains, closes } = shutdown();
  stopping.abort();
  const drained = await Promise.allSettled(drains.map((step) => step()));
  const closed = await Promise.allSettled(closes.map((step) => step()));
  const failures = [...drained, ...closed].filter((result) => result.status === "rejected");
  for (const { reason } of failures) onError(reason);
  return failures.length === 0;
}
