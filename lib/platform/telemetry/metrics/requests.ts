import type { IncomingMessage, ServerResponse } from "node:http";
import { count, time } from "./record.ts";
import type { Route } from "./routes.ts";

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const REFUSED: Route = { kind: "refused", route: "refused" };
const OTHER: Route = { kind: "other", route: "other" };

export type FindRoute = (path: string) => Route | undefined;

/** `isAdmitted`: a handler responds. */
export function createRequestCounter(find: FindRoute) {
  return (request: IncomingMessage, response: ServerResponse, isAdmitted: boolean): void => {
    const startedAt = performance.now();
    // Next may change it.
    const url = request.url ?? "";
    response.once("close", () => {
      const { kind, route } = isAdmitted ? (find(pathOf(url)) ?? OTHER) : REFUSED;
      const { method = "" } = request;
      count("bankside_http_requests_total", {
        kind,
        route,
        method: METHODS.has(method) ? method : "other",
        status: response.headersSent ? `${Math.floor(response.statusCode / 100)}xx` : "aborted",
      });
      if (kind === "events") return;
      const seconds = (performance.now() - startedAt) / 1_000;
      time("bankside_http_request_duration_seconds", { kind, route }, seconds);
    });
  };
}

function pathOf(url: string): string {
  const end = url.indexOf("?");
  return end < 0 ? url : url.slice(0, end);
}
