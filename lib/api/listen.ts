import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { AppError } from "#lib/errors.ts";
import { createApi } from "./app.ts";
import type { ApiServices } from "./context.ts";
import { problemResponse } from "./problems.ts";
import { answerHeaders, requestIdOf } from "./request-log.ts";

const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;
const DRAIN_MS = 20_000;
const SWEEP_MS = 50;

/** A running API: where it listens, and how it ends without losing a request. */
export type ApiServer = { port: number; stop(): Promise<void> };

/** Serves the API alone over HTTP, at the path of BASE_URL. Port 0 takes a free one. */
export async function listen(services: ApiServices, port: number): Promise<ApiServer> {
  const prefix = new URL(services.env.BASE_URL).pathname.replace(/\/$/, "");
  const { fetch } = createApi(services, { prefix });
  const server = createServer(
    { headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS },
    getRequestListener((request) => fetch(request), {
      overrideGlobalObjects: false,
      errorHandler: answerUnreadable,
    }),
  );
  server.listen(port);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no TCP address");
  return { port: address.port, stop: () => drain(server) };
}

/** Answers what never became a request: a target or Host header that makes no URL. */
function answerUnreadable(): Response {
  const requestId = requestIdOf(new Headers());
  return problemResponse(new AppError("not_found"), requestId, answerHeaders(requestId));
}

/** Takes no new connection, lets running requests end, then cuts what is left. */
async function drain(server: Server): Promise<void> {
  const closed = once(server, "close");
  // A connection kept alive turns idle when its answer is out, and would hold the server open.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  server.close();
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
