import type { RequestListener } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { AppError } from "#lib/platform/errors.ts";
import type { ApiServices } from "./context.ts";
import { createApiHandler } from "./handler.ts";
import { problemResponse } from "./problems.ts";
import { requestIdOf, responseHeaders } from "./request-log.ts";

export function createApiListener(
  open: () => Promise<ApiServices>,
  prefix: string,
): RequestListener {
  const handle = createApiHandler(open, prefix);
  const listener = getRequestListener((request) => handle(request), {
    overrideGlobalObjects: false,
    errorHandler: respondUnreadable,
  });
  return (request, response) => void listener(request, response);
}

/** For a target or Host header that makes no URL. */
function respondUnreadable(): Response {
  const requestId = requestIdOf(new Headers());
  return problemResponse(new AppError("not_found"), requestId, responseHeaders(requestId));
}
