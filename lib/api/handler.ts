import { AppError } from "#lib/platform/errors.ts";
import { apiPath } from "#lib/platform/http/api-paths.ts";
import { createApi } from "./app.ts";
import type { Api, ApiServices } from "./context.ts";
import { crossOriginHeaders } from "./cross-origin.ts";
import { LIVE } from "./health.ts";
import { problemResponse } from "./problems.ts";
import { answerHeaders, requestIdOf } from "./request-log.ts";

/**
 * Makes a fetch handler of the API that opens its services with the first request. As long as they can't be opened the
 * process is live, and everything else is `unavailable`.
 */
export function createApiHandler(open: () => Promise<ApiServices>, prefix: string) {
  let mounted: { services: ApiServices; api: Api } | undefined;

  return async (request: Request): Promise<Response> => {
    const opening = open().catch(() => undefined);
    // Liveness says that the process answers: a database that hangs is no reason to kill it.
    const services = mounted || !isLiveness(request, prefix) ? await opening : undefined;
    if (!services) return answerUnopened(request, prefix);
    if (mounted?.services !== services) {
      mounted = { services, api: createApi(services, { prefix }) };
    }
    return mounted.api.fetch(request);
  };
}

const isLiveness = (request: Request, prefix: string) =>
  apiPath(request.url, prefix) === "/health/live";

function answerUnopened(request: Request, prefix: string): Response {
  const requestId = requestIdOf(request.headers);
  const path = apiPath(request.url, prefix);
  const headers = { ...answerHeaders(requestId), ...crossOriginHeaders(request.method, path) };
  if (isLiveness(request, prefix)) return Response.json(LIVE, { headers });
  return problemResponse(new AppError("unavailable"), requestId, headers);
}
