import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { API_VERSION } from "#lib/platform/api-version.ts";
import type { ApiEnv } from "./context.ts";

const SAFE_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** Takes the caller's request id only if it is short and safe. */
export function requestIdOf(headers: Headers): string {
  const sent = headers.get("x-request-id");
  return sent !== null && SAFE_ID.test(sent) ? sent : randomUUID();
}

export function responseHeaders(requestId: string): Record<string, string> {
  return {
    "X-Request-Id": requestId,
    "API-Version": API_VERSION,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  };
}

/** Writes one log line without headers. The logger removes secret parameters from `url`. */
export const requestLog: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const startedAt = performance.now();
  const requestId = requestIdOf(c.req.raw.headers);
  c.set("requestId", requestId);
  Object.assign(c.get("headers"), responseHeaders(requestId));
  await next();
  const { url } = c.req;
  c.get("services").logger.info(
    {
      requestId,
      method: c.req.method,
      url: url.slice(url.indexOf("/", url.indexOf("//") + 2)),
      status: c.res.status,
      durationMs: Math.round(performance.now() - startedAt),
      accountId: c.get("apiKey")?.accountId,
    },
    "request",
  );
};
