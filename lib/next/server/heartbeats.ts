import { stopping } from "#lib/platform/http/shutdown.ts";

export type Sink = { write(bytes: Uint8Array): unknown; end(): unknown };

export type Heartbeats = ReturnType<typeof createHeartbeats>;

const PERIOD_MS = 15_000;
const SLICES = 60;
// An event, because a page can't see a comment.
const ALIVE = new TextEncoder().encode("event: alive\ndata:\n\n");

/** Keeps the open streams alive, each once per period, and ends them at shutdown. One timer serves all. */
export function createHeartbeats(periodMs = PERIOD_MS) {
  // Thousands of streams at once would delay everything else.
  const slices = Array.from({ length: SLICES }, () => new Set<Sink>());
  let next = 0;
  let turn = 0;
  let open = 0;
  let timer: NodeJS.Timeout | undefined;

  function beat(): void {
    turn = (turn + 1) % SLICES;
    for (const sink of slices[turn] ?? []) sink.write(ALIVE);
  }

  const endAll = () => {
    for (const sink of slices.flatMap((slice) => [...slice])) sink.end();
  };

  return {
    /** Returns the function that leaves. */
    join(sink: Sink): () => void {
      if (stopping().aborted) {
        queueMicrotask(() => sink.end());
        return () => {};
      }
      next = (next + 1) % SLICES;
      const slice = slices[next];
      slice?.add(sink);
      open += 1;
      if (open === 1) {
        timer = setInterval(beat, periodMs / SLICES).unref();
        stopping().addEventListener("abort", endAll);
      }
      return () => {
        if (!slice?.delete(sink)) return;
        open -= 1;
        if (open > 0) return;
        clearInterval(timer);
        stopping().removeEventListener("abort", endAll);
      };
    },
  };
}
