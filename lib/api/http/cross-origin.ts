/** The only path open to other origins: an app in a webview creates its transaction here. */
export const CROSS_ORIGIN_PATH = "/transactions";

// Without X-API-Key, so that no browser sends the key of a merchant's server. As a bearer it is refused.
const ALLOWED_HEADERS =
  "authentication, authorization, content-type, idempotency-key, x-client-type";
const PREFLIGHT_SECONDS = 600;

/** CORS headers (Fetch Standard), so that pages of any origin read the responses, also failures; none for other paths. */
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
