import { isOutage } from "#lib/platform/failures.ts";
import { limitedAddress } from "#lib/platform/http/client-address.ts";
import { stopping } from "#lib/platform/http/shutdown.ts";
import type { Rates } from "#lib/platform/rate-limit/rates.ts";
import type { StreamPlaces } from "#lib/platform/rate-limit/streams.ts";
import { answerTooMany, lookUpNamed, tooManyRequests } from "./guesses.ts";

/** What a page needs to know whether it is out of date. */
export type Snapshot = { version: string; state: string; isFinal: boolean };

export type SnapshotSource = {
  /** The payment that is asked for, as its address names it. */
  reference: string;
  read(): Promise<Snapshot | undefined>;
  /** Calls back at every change, until the result is called. */
  watch(onChange: () => void): Promise<() => Promise<void>>;
};

/** What bounds the looks and the open streams of one client. */
export type LiveLimits = { rates: Pick<Rates, "look" | "count" | "take">; streams: StreamPlaces };

const HEARTBEAT_MS = 15_000;

const HEADERS = {
  // `no-transform` keeps compression from holding events back.
  "Cache-Control": "no-store, no-transform",
  "X-Content-Type-Options": "nosniff",
  "X-Accel-Buffering": "no",
};

/**
 * Answers a page that asks where its transaction stands: as a stream of events, or once as JSON. A client that asks too
 * often, guesses, or holds too many streams open is answered 429.
 */
export async function answerLive(
  request: Request,
  source: SnapshotSource,
  limits: LiveLimits,
  heartbeatMs = HEARTBEAT_MS,
): Promise<Response> {
  try {
    return await answer(request, source, limits, heartbeatMs);
  } catch (error) {
    const refused = tooManyRequests(error);
    if (!refused) throw error;
    return answerTooMany(refused, HEADERS);
  }
}

async function answer(
  request: Request,
  source: SnapshotSource,
  { rates, streams }: LiveLimits,
  heartbeatMs: number,
): Promise<Response> {
  const address = limitedAddress(request.headers);
  if (address !== undefined) rates.take("status-looks", address);
  const first = await lookUpNamed(rates, request.headers, source.read);
  if (!first) return Response.json({ code: "not_found" }, { status: 404, headers: HEADERS });
  const wantsStream = request.headers.get("accept")?.includes("text/event-stream");
  if (!wantsStream) return Response.json(first, { headers: HEADERS });
  const leave = streams.take({ address, reference: source.reference });
  return new Response(eventStream(source, request.signal, heartbeatMs, leave), {
    headers: { ...HEADERS, "Content-Type": "text/event-stream; charset=utf-8" },
  });
}

function eventStream(
  source: SnapshotSource,
  signal: AbortSignal,
  heartbeatMs: number,
  leave: () => void,
) {
  const encoder = new TextEncoder();
  let stop = () => {};
  return new ReadableStream<Uint8Array>({
    async start(controller) {
      let isOpen = true;
      let sent: string | undefined;
      let isReading = false;
      let isStale = false;
      let unwatch: (() => Promise<void>) | undefined;
      const write = (text: string) => {
        if (isOpen) controller.enqueue(encoder.encode(text));
      };

      stop = () => {
        if (!isOpen) return;
        isOpen = false;
        leave();
        clearInterval(heartbeat);
        signal.removeEventListener("abort", stop);
        stopping().removeEventListener("abort", stop);
        void unwatch?.().catch(() => undefined);
        try {
          controller.close();
        } catch {
          // The reader has gone and closed it already.
        }
      };

      async function look() {
        const snapshot = await source.read();
        if (snapshot && snapshot.version !== sent) {
          sent = snapshot.version;
          write(`data: ${JSON.stringify(snapshot)}\n\n`);
        }
        if (!snapshot || snapshot.isFinal) stop();
      }

      // Changes that come while one is being read are read together afterwards.
      async function update() {
        isStale = true;
        if (isReading) return;
        isReading = true;
        try {
          while (isStale && isOpen) {
            isStale = false;
            await look();
          }
        } catch (error) {
          // Else the page notices the end, polls, and connects anew: all pages at once would keep the database down.
          if (!isOutage(error)) stop();
        } finally {
          isReading = false;
        }
      }

      const heartbeat = setInterval(() => {
        write(": alive\n\n");
        // Time passing is a change nobody announces.
        void update();
      }, heartbeatMs);
      signal.addEventListener("abort", stop);
      stopping().addEventListener("abort", stop);
      if (signal.aborted || stopping().aborted) return stop();
      write("retry: 2000\n\n");
      try {
        // Watching begins before the first look, so that no change falls in between.
        unwatch = await source.watch(() => void update());
        if (!isOpen) await unwatch();
        else void update();
      } catch {
        stop();
      }
    },
    cancel: () => stop(),
  });
}
