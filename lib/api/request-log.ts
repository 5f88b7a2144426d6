import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { API_VERSION } from "#lib/platform/api-version.ts";
import type { Logger } from "#lib/platform/logger.ts";
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

/** Writes one log line without headers, so none are looked for. The logger removes secret parameters from `url`. */
export function requestLog(logger: Logger): MiddlewareHandler<ApiEnv> {
  const lines = logger.child({}, { redact: [] });
  return async (c, next) => {
    const startedAt = performance.now();
    const requestId = requestIdOf(c.req.raw.headers);
    c.set("requestId", requestId);
    Object.assign(c.get("headers"), responseHeaders(requestId));
    await next();
    const { url } = c.req;
    lines.info(
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
}
