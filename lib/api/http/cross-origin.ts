/** The only path open to other origins. */
export const CROSS_ORIGIN_PATH = "/transactions";

// Without X-API-Key: no browser may send the key of a merchant's server.
const ALLOWED_HEADERS =
  "authentication, authorization, content-type, idempotency-key, x-client-type";
const PREFLIGHT_SECONDS = 600;

/** CORS headers (Fetch Standard), also for failures. */
export function crossOriginHeaders(method: string, path: string): Record<string, string> {
  if (path !== CROSS_ORIGIN_PATH) return {};
  if (method === "POST") {
    return {
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Expose-Headers":
        "x-request-id, api-version, retry-after, ratelimit, ratelimit-policy",
    };
  }
  if (!isPreflight(method, path)) return {};
  return {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "POST",
    "Access-Control-Allow-Headers": ALLOWED_HEADERS,
    "Access-Control-Max-Age": String(PREFLIGHT_SECONDS),
  };
}

export function isPreflight(method: string, path: string): boolean {
  return method === "OPTIONS" && path === CROSS_ORIGIN_PATH;
}
