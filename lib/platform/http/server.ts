import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Duplex } from "node:stream";
import { type Connections, trackConnections } from "./connections.ts";
import { dress, everyResponse } from "./dress.ts";
import type { ListenAddresses } from "./own-addresses.ts";
import { refuseUnreadable } from "./problem.ts";
import { admit, type Door } from "./request.ts";
import { inRequestScope } from "./request-scope.ts";
import { DRAIN_MS, stopping } from "./shutdown.ts";

const LIMITS = {
  headersMs: 10_000,
  requestMs: 30_000,
  /** No traffic. Live pages get an event every 15 s. */
  silenceMs: 60_000,
  /** At the end. In this time, a request that is on its way still arrives. */
  idleMs: 500,
};
// Longer than the 60 s of common proxies, so that none sends into a closing connection.
const KEEP_ALIVE_MS = 65_000;
const CHECK_MS = 1_000;
const SWEEP_MS = 50;
const MAX_HEADER_BYTES = 16 * 1024;
// Each waiting checkout holds a connection for its live status.
const MAX_CONNECTIONS = 20_000;

export type HttpServer = {
  port: number;
  addresses: string[];
  drain(): Promise<void>;
};

export type HttpOptions = Door & {
  /** 0 picks a free one. */
  port: number;
  addresses: ListenAddresses;
  limits?: typeof LIMITS;
  onRequest?: OnRequest | undefined;
  /** Must call `work`, which handles the request. */
  around?: Around | undefined;
};

export type Around = (request: IncomingMessage, response: ServerResponse, work: () => void) => void;

/** `isAdmitted`: a handler responds. Called before it. */
export type OnRequest = (
  request: IncomingMessage,
  response: ServerResponse,
  isAdmitted: boolean,
) => void;

/**
 * A response that met a database outage becomes a 503. `drain` responds to requests on kept connections with `Connection: close`,
 * closes idle ones soon, drops incomplete requests after the header timeout, and cuts the rest after 20 s.
 */
export async function serveHttp(
  handle: RequestListener,
  options: HttpOptions,
): Promise<HttpServer> {
  const { limits = LIMITS } = options;
  const listening: (Listening & { connections: Connections })[] = [];
  const failures: unknown[] = [];
  for (const host of options.addresses) {
    const server = createHttpServer(handle, options, limits);
    const connections = trackConnections(server);
    server.on("clientError", (error, socket) =>
      refuseUnreadable(error, socket, connections.isResponding(socket)),
    );
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
        listening.map(({ server, connections }) => drain(server, connections, limits)),
      );
      await draining;
    },
  };
}

function createHttpServer(
  handle: RequestListener,
  { isOwnHost, apiPrefix, onRequest, around = atOnce }: Omit<HttpOptions, "port" | "addresses">,
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
      if (isEnding()) response.shouldKeepAlive = false;
      const isAdmitted = admit(request, response, { isOwnHost, apiPrefix });
      onRequest?.(request, response, isAdmitted);
      if (!isAdmitted) return;
      inRequestScope((isOutage) => {
        dress(response, [everyResponse(isOutage, isEnding)]);
        around(request, response, () => handle(request, response));
      });
    },
  );
  const isEnding = () => stopping().aborted || !server.listening;
  server.timeout = silenceMs;
  server.maxConnections = MAX_CONNECTIONS;
  // Without an upgrade listener Node treats it as a normal request, which HTTP allows.
  server.on("connect", refuseTunnel);
  return server;
}

const atOnce: Around = (_request, _response, work) => work();

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

/** Many machines have no IPv6. */
function isAddressMissing(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT";
}

function refuseTunnel(_request: IncomingMessage, socket: Duplex): void {
  socket.on("error", () => socket.destroy());
  const text = "HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
  // Node no longer tracks this socket: a client that stays would hold the server open.
  socket.end(text, () => socket.destroy());
}

async function drain(
  server: Server,
  connections: Connections,
  { headersMs, idleMs }: typeof LIMITS,
): Promise<void> {
  const closed = once(server, "close");
  const startedAt = performance.now();
  const closeQuiet = () => {
    const now = performance.now();
    if (now > startedAt + idleMs) connections.closeIdle(now - idleMs);
    // Node no longer enforces the request timeout here.
    if (now > startedAt + headersMs) connections.closeIncomplete();
  };
  // After what has arrived is read: closing a socket with unread bytes resets the connection.
  const sweep = setInterval(() => setImmediate(closeQuiet), SWEEP_MS);
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  server.close();
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
