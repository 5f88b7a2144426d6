import type { IncomingMessage, ServerResponse } from "node:http";
import { type HttpServer, serveHttp } from "#lib/platform/http/server.ts";
import type { createRegistry } from "./registry.ts";

type Options = { port: number; host: string | undefined };

const LOOPBACK = ["127.0.0.1", "::1"];
const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/** On loopback, only for hosts of loopback: no web page can read it by a name that points here. */
export function serveMetrics(
  registry: Pick<ReturnType<typeof createRegistry>, "text" | "contentType">,
  { port, host }: Options,
): Promise<HttpServer> {
  const isLocal = host === undefined || host === "localhost";
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isRead || request.url?.split("?", 1)[0] !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    const text = await registry.text();
    response.writeHead(200, { "Content-Type": registry.contentType, "Cache-Control": "no-store" });
    response.end(text);
  }
  return serveHttp(
    (request, response) => {
      respond(request, response).catch(() => response.destroy());
    },
    {
      port,
      addresses: isLocal ? LOOPBACK : [host],
      isOwnHost: (name) => !isLocal || LOOPBACK_HOST.test(name),
    },
  );
}
