import { getRequestListener } from "@hono/node-server";
import { AppError } from "#lib/errors.ts";
import { type HttpOptions, type HttpServer, serveHttp } from "#lib/http/server.ts";
import type { ApiServices } from "./context.ts";
import { createApiHandler } from "./handler.ts";
import { problemResponse } from "./problems.ts";
import { answerHeaders, requestIdOf } from "./request-log.ts";

type Options = Pick<HttpOptions, "port" | "addresses" | "isOwnHost"> & { baseUrl: string };

/** Serves the API alone over HTTP, at the path of `baseUrl`. While `open` fails the process is live and not ready. */
export function listen(
  open: () => Promise<ApiServices>,
  { baseUrl, ...options }: Options,
): Promise<HttpServer> {
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, "");
  const handle = createApiHandler(open, prefix);
  const listener = getRequestListener((request) => handle(request), {
    overrideGlobalObjects: false,
    errorHandler: answerUnreadable,
  });
  return serveHttp((request, response) => void listener(request, response), options);
}

/** Answers what never became a request: a target or Host header that makes no URL. */
function answerUnreadable(): Response {
  const requestId = requestIdOf(new Headers());
  return problemResponse(new AppError("not_found"), requestId, answerHeaders(requestId));
}
