import type { RequestListener } from "node:http";
import { lookUpNamed, respondTooMany, tooManyRequests } from "#lib/next/request/guesses.ts";
import { isOutage } from "#lib/platform/failures/failures.ts";
import { limitedAddress } from "#lib/platform/http/client-address.ts";
import { bareFailures, dress, neverSniffed } from "#lib/platform/http/dress.ts";
import { noteOutage } from "#lib/platform/http/request-scope.ts";
import type { Limits } from "#lib/platform/rate-limit/service.ts";
import type { StreamPlaces } from "#lib/platform/rate-limit/streams.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import { createHeartbeats, type Heartbeats, type Sink } from "./heartbeats.ts";

export const CHECKOUT_EVENTS = "/checkout/events";

export type Snapshot = { version: string; state: string; isFinal: boolean };

export type SnapshotSource = {
  reference: string;
  read(): Promise<Snapshot | undefined>;
  /**
   * The first snapshot comes before this resolves; `undefined` ends the stream. Returns the function that stops, or `undefined` for
   * an unknown order.
   */
  follow(onSnapshot: (snapshot: Snapshot | undefined) => void): Promise<(() => void) | undefined>;
};

export type LiveLimits = {
  limits: Pick<Limits, "look" | "count" | "take">;
  streams: Pick<StreamPlaces, "take">;
};

/** Call with where the stream goes. Returns the function that ends it. */
type Stream = (sink: Sink) => () => void;

const HEADERS = {
  // `no-transform`: compression would delay events.
  "Cache-Control": "no-store, no-transform",
  "X-Content-Type-Options": "nosniff",
  "X-Accel-Buffering": "no",
};

const STREAM_HEADERS = { ...HEADERS, "Content-Type": "text/event-stream; charset=utf-8" };

const processHeartbeats = createHeartbeats();

/** Returns a stream of events, or one snapshot as JSON; 429 for too many requests, guesses or streams. */
export async function respondLive(
  request: Pick<Request, "headers" | "signal">,
  source: SnapshotSource,
  limits: LiveLimits,
  heartbeats?: Heartbeats,
): Promise<Response> {
  const answer = await openLive(request.headers, source, limits, heartbeats);
  return answer instanceof Response ? answer : respondStream(answer, request.signal);
}

/** Writes streams straight to the connection: Next would hold four times the memory for each. */
export function createLiveListener(
  open: (url: URL, headers: Headers) => Promise<{ source: SnapshotSource } & LiveLimits>,
  logger: Pick<Logger, "error">,
): RequestListener {
  return async (request, response) => {
    try {
      const url = new URL(request.url ?? "", "http://localhost");
      const headers = new Headers(request.headers as Record<string, string>);
      const { source, ...limits } = await open(url, headers);
      const answer = await openLive(headers, source, limits);
      if (answer instanceof Response) {
        response.writeHead(answer.status, Object.fromEntries(answer.headers));
        return void response.end(await answer.text());
      }
      if (response.closed) return answer({ write: () => {}, end: () => {} })();
      response.writeHead(200, STREAM_HEADERS);
      response.once("close", answer(response));
    } catch (error) {
      if (isOutage(error)) noteOutage();
      logger.error({ err: error, path: CHECKOUT_EVENTS }, "request failed");
      dress(response, [neverSniffed, bareFailures]);
      response.statusCode = 500;
      response.end();
    }
  };
}

async function openLive(
  headers: Headers,
  source: SnapshotSource,
  limits: LiveLimits,
  heartbeats = processHeartbeats,
): Promise<Response | Stream> {
  try {
    return await open(headers, source, limits, heartbeats);
  } catch (error) {
    const refused = tooManyRequests(error);
    if (!refused) throw error;
    return respondTooMany(refused, HEADERS);
  }
}

async function open(
  headers: Headers,
  source: SnapshotSource,
  { limits, streams }: LiveLimits,
  heartbeats: Heartbeats,
): Promise<Response | Stream> {
  const address = limitedAddress(headers);
  if (address !== undefined) await limits.take("status-looks", address);
  if (!headers.get("accept")?.includes("text/event-stream")) {
    const snapshot = await lookUpNamed(limits, headers, source.read);
    return snapshot ? Response.json(shown(snapshot), { headers: HEADERS }) : notFound();
  }
  const following = createFollowing();
  const stop = await lookUpNamed(limits, headers, () => source.follow(following.see));
  if (!stop) return notFound();
  try {
    const leave = streams.take({ address, reference: source.reference });
    return (sink) => following.begin(sink, heartbeats, [stop, leave]);
  } catch (error) {
    stop();
    throw error;
  }
}

/** A source may know more. */
const shown = ({ version, state, isFinal }: Snapshot) => ({ version, state, isFinal });

const notFound = () => Response.json({ code: "not_found" }, { status: 404, headers: HEADERS });

/** Keeps the newest snapshot until the stream begins. */
function createFollowing() {
  let sink: Sink | undefined;
  let end = () => {};
  let newest: Snapshot | undefined;
  let sent: string | undefined;

  function send(snapshot: Snapshot | undefined): void {
    if (snapshot && snapshot.version !== sent) {
      sent = snapshot.version;
      sink?.write(encoder.encode(`data: ${JSON.stringify(shown(snapshot))}\n\n`));
    }
    if (!snapshot || snapshot.isFinal) end();
  }

  return {
    see(snapshot: Snapshot | undefined): void {
      if (sink) send(snapshot);
      else newest = snapshot;
    },

    begin(to: Sink, heartbeats: Heartbeats, leaving: (() => void)[]): () => void {
      sink = to;
      const leave = heartbeats.join({ write: (bytes) => to.write(bytes), end: () => end() });
      end = () => {
        end = () => {};
        leave();
        for (const each of leaving) each();
        to.end();
      };
      to.write(OPENING);
      send(newest);
      newest = undefined;
      return () => end();
    },
  };
}

const encoder = new TextEncoder();
const OPENING = encoder.encode("retry: 2000\n\n");

function respondStream(stream: Stream, signal: AbortSignal): Response {
  let stop = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const end = () => {
        signal.removeEventListener("abort", stop);
        try {
          controller.close();
        } catch {
          // The reader has already closed it.
        }
      };
      stop = stream({ write: (bytes) => controller.enqueue(bytes), end });
      signal.addEventListener("abort", stop);
      if (signal.aborted) stop();
    },
    cancel: () => stop(),
  });
  return new Response(body, { headers: STREAM_HEADERS });
}
