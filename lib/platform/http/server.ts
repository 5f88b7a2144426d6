import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Duplex } from "node:stream";
import { refuseUnreadable } from "./bare-failures.ts";
import { type Connections, trackConnections } from "./connections.ts";
import type { ListenAddresses } from "./own-addresses.ts";
import { admit } from "./request.ts";
import { inRequestScope } from "./request-scope.ts";
import { DRAIN_MS, stopping } from "./shutdown.ts";

const LIMITS = {
  headersMs: 10_000,
  requestMs: 30_000,
  /** For a connection on which nothing moves: live pages are sent something every 15 s. */
  silenceMs: 60_000,
};
// Longer than the 60 s after which common proxies drop theirs, so that none sends into a connection we are closing.
const KEEP_ALIVE_MS = 65_000;
const CHECK_MS = 1_000;
const SWEEP_MS = 50;
const MAX_HEADER_BYTES = 16 * 1024;
// Each waiting checkout holds a connection for its live status.
const MAX_CONNECTIONS = 10_000;
const RETRY_AFTER_SECONDS = 5;

/** A running HTTP server: where it listens, and how it ends without losing a request. */
export type HttpServer = {
  port: number;
  /** The IP addresses it listens on. */
  addresses: string[];
  drain(): Promise<void>;
};

/** Where and for whom a server listens. */
export type HttpOptions = {
  /** 0 takes a free one. */
  port: number;
  addresses: ListenAddresses;
  /** Whether a `Host` header names this deployment; requests for any other are refused. */
  isOwnHost: (host: string) => boolean;
  limits?: typeof LIMITS;
};

/**
 * Serves HTTP on each of `addresses` that this machine has, with limits on time and size. An answer whose making met a
 * database that does not work becomes a 503. `drain` takes nothing new, lets running requests end, gives those that have
 * not arrived whole as long as headers may take, and cuts what is left after 20 s; throws what listening throws.
 */
export async function serveHttp(
  handle: RequestListener,
  options: HttpOptions,
): Promise<HttpServer> {
  const { limits = LIMITS } = options;
  const listening: (Listening & { connections: Connections })[] = [];
  const failures: unknown[] = [];
  for (const host of options.addresses) {
    const server = createHttpServer(handle, options.isOwnHost, limits);
    const connections = trackConnections(server);
    const port = listening[0]?.port ?? options.port;
    try {
      listening.push({ ...(await listenOn(server, port, host)), connections });
    } catch (error) {
      failures.push(error);
      if (isAddressMissing(error)) continue;
      for (const { server } of listening) server.close();
      throw error;
    }
  }
  const [first] = listening;
  if (!first) throw failures[0];
  let draining: Promise<unknown> | undefined;
  return {
    port: first.port,
    addresses: listening.map(({ address }) => address),
    async drain() {
      draining ??= Promise.all(
        listening.map(({ server, connections }) => drain(server, connections, limits.headersMs)),
      );
      await draining;
    },
  };
}

function createHttpServer(
  handle: RequestListener,
  isOwnHost: HttpOptions["isOwnHost"],
  { headersMs, requestMs, silenceMs }: typeof LIMITS,
): Server {
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    (request, response) => {
      if (!admit(request, response, isOwnHost)) return;
      inRequestScope((isOutage) => {
        beforeHead(response, isOutage);
        handle(request, response);
      });
    },
  );
  server.timeout = silenceMs;
  server.maxConnections = MAX_CONNECTIONS;
  // Without a listener for upgrades Node reads such a request as any other, which HTTP allows.
  server.on("connect", refuseTunnel);
  server.on("clientError", refuseUnreadable);
  return server;
}

type Listening = { server: Server; port: number; address: string };

async function listenOn(
  server: Server,
  port: number,
  host: string | undefined,
): Promise<Listening> {
  server.listen({ port, ...(host !== undefined && { host }) });
  await once(server, "listening");
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("no TCP address");
  return { server, port: bound.port, address: bound.address };
}

/** Whether this machine lacks the address: many have no IPv6. */
function isAddressMissing(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT";
}

/** Has a last look at an answer before its head is sent. */
function beforeHead(response: ServerResponse, isOutage: () => boolean): void {
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
  response.writeHead = ((status: number, ...rest: unknown[]) => {
    if (stopping().aborted) response.setHeader("Connection", "close");
    const leadsOn = status >= 300 && status < 400;
    if (!isOutage() || leadsOn) return writeHead(status, ...rest);
    response.setHeader("Retry-After", String(RETRY_AFTER_SECONDS));
    return writeHead(503, ...rest);
  }) as typeof response.writeHead;
}

function refuseTunnel(_request: IncomingMessage, socket: Duplex): void {
  socket.on("error", () => socket.destroy());
  const answer =
    "HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
  // Node looks after it no more, and a client that stays would hold the server open.
  socket.end(answer, () => socket.destroy());
}

async function drain(server: Server, connections: Connections, arriveMs: number): Promise<void> {
  const closed = once(server, "close");
  const lateAt = performance.now() + arriveMs;
  // A connection kept alive turns idle when its answer is out, and would hold the server open.
  const sweep = setInterval(() => {
    connections.closeIdle();
    // Node itself no longer looks at the time a request takes to arrive.
    if (performance.now() > lateAt) connections.closeIncomplete();
  }, SWEEP_MS);
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  server.close();
  connections.closeIdle();
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
