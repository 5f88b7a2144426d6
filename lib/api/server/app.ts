import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context, ErrorHandler, MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Api, ApiEnv, ApiServices } from "#lib/api/http/context.ts";
import { crossOriginHeaders, isPreflight } from "#lib/api/http/cross-origin.ts";
import { refuseInvalid } from "#lib/api/http/invalid-input.ts";
import { respondProblem } from "#lib/api/http/problems.ts";
import { respond } from "#lib/api/http/reply.ts";
import { createRequestLog, requestIdOf, responseHeaders } from "#lib/api/http/request-log.ts";
import { addCreationRoute } from "#lib/api/operations/creation.ts";
import { addEndpointRoutes } from "#lib/api/operations/endpoints.ts";
import { addEventRoutes } from "#lib/api/operations/events.ts";
import { addLinkRoutes } from "#lib/api/operations/links.ts";
import { addRefundRoutes } from "#lib/api/operations/refunds.ts";
import { addReportRoute } from "#lib/api/operations/reports.ts";
import { addStatementRoutes } from "#lib/api/operations/statements.ts";
import { addTestClockRoute } from "#lib/api/operations/test-clock.ts";
import { addTestOutcomeRoutes } from "#lib/api/operations/test-outcomes.ts";
import { addTokenRoutes } from "#lib/api/operations/tokens.ts";
import { addTransactionRoutes } from "#lib/api/operations/transactions.ts";
import { describeWebhooks } from "#lib/api/operations/webhooks.ts";
import { AppError, isAppError } from "#lib/platform/failures/errors.ts";
import { isOutage } from "#lib/platform/failures/failures.ts";
import { apiPath } from "#lib/platform/http/api-paths.ts";
import { addHealthRoutes } from "./health.ts";
import { refuseOtherMethods } from "./methods.ts";
import { addDocument } from "./openapi.ts";

export function createApi(services: ApiServices, { prefix }: { prefix: string }): Api {
  const api: Api = new OpenAPIHono<ApiEnv>({
    getPath: (request) => apiPath(request.url, prefix),
    defaultHook: refuseInvalid,
  });
  api.use(aroundRequests(services));
  api.onError(respondError);
  api.notFound((c) => respondProblem(c, new AppError("not_found")));
  addTokenRoutes(api);
  addCreationRoute(api);
  addTransactionRoutes(api);
  addEventRoutes(api);
  addEndpointRoutes(api);
  addReportRoute(api);
  addRefundRoutes(api);
  addLinkRoutes(api);
  addStatementRoutes(api);
  addTestOutcomeRoutes(api);
  addTestClockRoute(api);
  addHealthRoutes(api);
  describeWebhooks(api);
  addDocument(api, services.env.BASE_URL);
  refuseOtherMethods(api);
  return api;
}

/** One middleware: one for each step would take longer than the work. */
function aroundRequests(services: ApiServices): MiddlewareHandler<ApiEnv> {
  const log = createRequestLog(services.logger);
  return async (c, next) => {
    const startedAt = performance.now();
    const { method, path } = c.req;
    const requestId = requestIdOf(c.req.raw.headers);
    const headers = { ...responseHeaders(requestId), ...crossOriginHeaders(method, path) };
    c.set("services", services);
    c.set("requestId", requestId);
    c.set("headers", headers);
    c.set("limits", []);
    if (isPreflight(method, path)) c.res = respond(c, "", 204);
    else await next().catch(respondThrown(c));
    log(c, performance.now() - startedAt);
  };
}

export function operationPaths({ openAPIRegistry }: Api): string[] {
  return openAPIRegistry.definitions.flatMap((definition) =>
    definition.type === "route" ? [definition.route.path] : [],
  );
}

/** Hono passes only Errors to onError. */
function respondThrown(c: Context<ApiEnv>): (thrown: unknown) => Promise<void> {
  return async (thrown) => {
    c.res = await respondError(new Error("a non-Error value was thrown", { cause: thrown }), c);
  };
}

const respondError: ErrorHandler<ApiEnv> = (error, c) => {
  const { requestId, services } = c.var;
  if (isAppError(error)) return respondProblem(c, toAppError(error));
  if (error instanceof HTTPException) return respondProblem(c, fromHttpException(error));
  const known = new AppError(isOutage(error) ? "unavailable" : "internal_error");
  services.logger.error({ requestId, err: error }, known.code);
  return respondProblem(c, known);
};

// An `AppError` from another bundle has the fields but not our getters.
function toAppError(error: AppError): AppError {
  if (error instanceof AppError) return error;
  const { code, detail, fields, retryAfterSeconds, reason } = error as AppError;
  return new AppError(code, {
    ...(detail !== undefined && { detail }),
    ...(fields && { fields }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(reason !== undefined && { reason }),
  });
}

function fromHttpException({ status }: HTTPException): AppError {
  if (status === 415) return new AppError("unsupported_media_type");
  return new AppError(status < 500 ? "invalid_json" : "internal_error");
}
