import type { MiddlewareHandler } from "hono";
import type { ApiEnv } from "./context.ts";
import { respond } from "./reply.ts";

/** The only path open to other origins: an app in a webview creates its transaction here. */
export const CROSS_ORIGIN_PATH = "/transactions";

// Without X-API-Key, so that no browser sends the key of a merchant's server.
const ALLOWED_HEADERS =
  "authentication, authorization, content-type, idempotency-key, x-client-type";
const PREFLIGHT_SECONDS = 600;

/** CORS headers (Fetch Standard); none for other paths. */
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

/** Handles the preflight, and lets pages of any origin read the responses, including failures. */
export const crossOrigin: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const { method, path } = c.req;
  const headers = Object.assign(c.get("headers"), crossOriginHeaders(method, path));
  if (method === "OPTIONS" && path === CROSS_ORIGIN_PATH) return respond("", 204, headers);
  await next();
  return undefined;
};
