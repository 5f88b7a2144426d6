import type { IncomingMessage, ServerResponse } from "node:http";
import { runIn, startSpan } from "./tracer.ts";

type Route = { kind: string; route: string };

// Load balancers ask every second.
const PROBED = /^\/(?:[^?]*\/)?health\/(?:live|ready)(?:\?|$)/;

export function createRequestTracer(find: (path: string) => Route | undefined) {
  return (request: IncomingMessage, response: ServerResponse, work: () => void): void => {
    const { method = "", url = "" } = request;
    if (PROBED.test(url)) {
      work();
      return;
    }
    const span = startSpan(method, { kind: "server" });
    response.once("close", () => {
      const { kind, route } = find(url.split("?", 1)[0] ?? "") ?? { kind: "other", route: "other" };
      const status = response.headersSent ? response.statusCode : undefined;
      span.name = `${method} ${route}`;
      span.attributes = {
        "http.request.method": method,
        "http.route": route,
        "bankside.route.kind": kind,
        "http.response.status_code": status,
      };
      span.isFailed = status === undefined || status >= 500;
      span.end();
    });
    runIn(span, work);
  };
}
