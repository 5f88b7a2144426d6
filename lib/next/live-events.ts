import { isOutage } from "#lib/platform/failures.ts";
import { limitedAddress } from "#lib/platform/http/client-address.ts";
import { stopping } from "#lib/platform/http/shutdown.ts";
import type { Limits } from "#lib/platform/rate-limit/service.ts";
import type { StreamPlaces } from "#lib/platform/rate-limit/streams.ts";
import { lookUpNamed, respondTooMany, tooManyRequests } from "./guesses.ts";

export type Snapshot = { version: string; state: string; isFinal: boolean };

export type SnapshotSource = {
  reference: string;
  read(): Promise<Snapshot | undefined>;
  /** Returns the function that stops watching. */
  watch(onChange: () => void): Promise<() => Promise<void>>;
};

export type LiveLimits = {
  limits: Pick<Limits, "look" | "count" | "take">;
  streams: StreamPlaces;
};

const HEARTBEAT_MS = 15_000;

const HEADERS = {
  // `no-transform`: compression would delay events.
  "Cache-Control": "no-store, no-transform",
  "X-Content-Type-Options": "nosniff",
  "X-Accel-Buffering": "no",
};

/** Returns a stream of events, or one snapshot as JSON; 429 for too many requests, guesses or streams. */
export async function respondLive(
  request: Request,
  source: SnapshotSource,
  limits: LiveLimits,
  heartbeatMs = HEARTBEAT_MS,
): Promise<Response> {
  try {
    return await response(request, source, limits, heartbeatMs);
  } catch (error) {
    const refused = tooManyRequests(error);
    if (!refused) throw error;
    return respondTooMany(refused, HEADERS);
  }
}

async function response(
  request: Request,
  source: SnapshotSource,
  { limits, streams }: LiveLimits,
  heartbeatMs: number,
): Promise<Response> {
  const address = limitedAddress(request.headers);
  if (address !== undefined) await limits.take("status-looks", address);
  const first = await lookUpNamed(limits, request.headers, source.read);
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
          // The reader has already closed it.
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

      // Merges the changes during a read into one more read.
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
          // The stream survives an outage: if all pages reconnected, they would keep the database down.
          if (!isOutage(error)) stop();
        } finally {
          isReading = false;
        }
      }

      const heartbeat = setInterval(() => {
        write(": alive\n\n");
        // No notification announces that time has passed.
        void update();
      }, heartbeatMs);
      signal.addEventListener("abort", stop);
      stopping().addEventListener("abort", stop);
      if (signal.aborted || stopping().aborted) return stop();
      write("retry: 2000\n\n");
      try {
        // Watch before the first look, so that no change is missed.
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
