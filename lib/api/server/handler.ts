import type { Api, ApiEnv, ApiServices } from "#lib/api/http/context.ts";
import { crossOriginHeaders } from "#lib/api/http/cross-origin.ts";
import { problemResponse } from "#lib/api/http/problems.ts";
import { requestIdOf, responseHeaders } from "#lib/api/http/request-log.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { apiPath } from "#lib/platform/http/api-paths.ts";
import { createApi, operationPaths } from "./app.ts";
import { LIVE } from "./health.ts";

export type OnOperations = (patterns: string[]) => void;

/** Opens the services with the first request. Until then, only liveness works. */
export function createApiHandler(
  open: () => Promise<ApiServices>,
  prefix: string,
  onOperations: OnOperations = () => {},
) {
  let mounted: Api | undefined;

  function mount(services: ApiServices): Api {
    mounted = createApi(services, { prefix });
    onOperations(operationPaths(mounted));
    return mounted;
  }

  return async (request: Request, env: ApiEnv["Bindings"] = {}): Promise<Response> => {
    if (mounted) return mounted.fetch(request, env);
    const opening = open().catch(() => undefined);
    const services = isLiveness(request, prefix) ? undefined : await opening;
    if (!services) return respondUnopened(request, prefix);
    return (mounted ?? mount(services)).fetch(request, env);
  };
}

const isLiveness = (request: Request, prefix: string) =>
  apiPath(request.url, prefix) === "/health/live";

function respondUnopened(request: Request, prefix: string): Response {
  const requestId = requestIdOf(request.headers);
  const path = apiPath(request.url, prefix);
  const headers = { ...responseHeaders(requestId), ...crossOriginHeaders(request.method, path) };
  if (isLiveness(request, prefix)) return Response.json(LIVE, { headers });
  return problemResponse(new AppError("unavailable"), requestId, headers);
}
