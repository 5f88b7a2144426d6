import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import { API_VERSION } from "#lib/platform/values/api-version.ts";
import type { ApiEnv } from "./context.ts";
import { statusOf } from "./reply.ts";

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

/** The logger removes secret parameters from `url`. */
export function createRequestLog(logger: Logger): (c: Context<ApiEnv>, durationMs: number) => void {
  const lines = logger.child({}, { redact: [] });
  return (c, durationMs) => {
    const { method, url } = c.req;
    lines.info(
      {
        requestId: c.get("requestId"),
        method,
        url: url.slice(url.indexOf("/", url.indexOf("//") + 2)),
        status: statusOf(c),
        durationMs: Math.round(durationMs),
        accountId: c.get("apiKey")?.accountId,
      },
      "request",
    );
  };
}
