import type { RequestListener, ServerResponse } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { ApiServices } from "#lib/api/http/context.ts";
import { problemResponse } from "#lib/api/http/problems.ts";
import { Reply } from "#lib/api/http/reply.ts";
import { requestIdOf, responseHeaders } from "#lib/api/http/request-log.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { createApiHandler, type OnOperations } from "./handler.ts";

export function createApiListener(
  open: () => Promise<ApiServices>,
  prefix: string,
  onOperations?: OnOperations,
): RequestListener {
  const handle = createApiHandler(open, prefix, onOperations);
  const listener = getRequestListener(
    async (request, env) => {
      // This server speaks HTTP/1.1 only.
      const { incoming, outgoing } = env as HttpBindings;
      const response: unknown = await handle(request, incoming);
      if (!(response instanceof Reply)) return response as Response;
      write(response, outgoing);
      return RESPONSE_ALREADY_SENT;
    },
    { overrideGlobalObjects: false, errorHandler: respondUnreadable },
  );
  return (request, response) => void listener(request, response);
}

function write({ status, content, sentHeaders }: Reply, outgoing: ServerResponse): void {
  const bytes = Buffer.from(content);
  const length = content === "" ? {} : { "Content-Length": bytes.length };
  outgoing.writeHead(status, { ...sentHeaders, ...length });
  outgoing.end(bytes);
}

/** For a target or Host header that makes no URL. */
function respondUnreadable(): Response {
  const requestId = requestIdOf(new Headers());
  return problemResponse(new AppError("not_found"), requestId, responseHeaders(requestId));
}
