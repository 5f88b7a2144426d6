import { type HttpOptions, type HttpServer, serveHttp } from "#lib/platform/http/server.ts";
import type { ApiServices } from "./context.ts";
import { createApiListener } from "./listener.ts";

type Options = Pick<HttpOptions, "port" | "addresses" | "isOwnHost"> & { baseUrl: string };

/** Serves the API alone over HTTP, at the path of `baseUrl`. While `open` fails the process is live and not ready. */
export function listen(
  open: () => Promise<ApiServices>,
  { baseUrl, ...options }: Options,
): Promise<HttpServer> {
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, "");
  return serveHttp(createApiListener(open, prefix), options);
}
