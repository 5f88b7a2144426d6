import type { RequestListener } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import type { ApiServices } from "#lib/api/http/context.ts";
import { problemResponse } from "#lib/api/http/problems.ts";
import { requestIdOf, responseHeaders } from "#lib/api/http/request-log.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { createApiHandler, type OnOperations } from "./handler.ts";

export function createApiListener(
  open: () => Promise<ApiServices>,
  prefix: string,
  onOperations?: OnOperations,
): RequestListener {
  const handle = createApiHandler(open, prefix, onOperations);
  const listener = getRequestListener((request, env) => handle(request, env as HttpBindings), {
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
