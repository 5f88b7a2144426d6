import type { MiddlewareHandler } from "hono";
import type { ApiEnv } from "./context.ts";

/** The one path that pages of other origins may call: an app in a webview creates its transaction there. */
export const CROSS_ORIGIN_PATH = "/transactions";

// X-API-Key is not among them, so no browser sends a key of a merchant's server.
const ALLOWED_HEADERS =
  "authentication, authorization, content-type, idempotency-key, x-client-type";
const PREFLIGHT_SECONDS = 600;

/** The headers (Fetch Standard, CORS) that let a page of another origin make this request; none for all but one. */
export function crossOriginHeaders(method: string, path: string): Record<string, string> {
  if (path !== CROSS_ORIGIN_PATH) return {};
  if (method === "POST") {
    return {
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Expose-Headers":
        "x-request-id, api-version, retry-after, ratelimit, ratelimit-policy",
    };
  }
  if (method !== "OPTIONS") return {};
  return {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "POST",
    "Access-Control-Allow-Headers": ALLOWED_HEADERS,
    "Access-Control-Max-Age": String(PREFLIGHT_SECONDS),
  };
}

/** Middleware: answers the preflight of the creation, and lets its answers, also those of failures, be read anywhere. */
export const crossOrigin: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const headers = crossOriginHeaders(c.req.method, c.req.path);
  if (c.req.method === "OPTIONS" && c.req.path === CROSS_ORIGIN_PATH) {
    return c.body(null, 204, headers);
  }
  await next();
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  return undefined;
};
