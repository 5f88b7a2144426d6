import { type HttpOptions, type HttpServer, serveHttp } from "#lib/platform/http/server.ts";
import type { ApiServices } from "./context.ts";
import { createApiListener } from "./listener.ts";

type Options = Pick<HttpOptions, "port" | "addresses" | "isOwnHost"> & { baseUrl: string };

/** Live but not ready while `open` fails. */
export function listen(
  open: () => Promise<ApiServices>,
  { baseUrl, ...options }: Options,
): Promise<HttpServer> {
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, "");
  return serveHttp(createApiListener(open, prefix), options);
}
