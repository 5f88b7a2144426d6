import { type HttpOptions, type HttpServer, serveHttp } from "#lib/platform/http/server.ts";
import type { ApiServices } from "./context.ts";
import type { OnOperations } from "./handler.ts";
import { createApiListener } from "./listener.ts";

type Options = Omit<HttpOptions, "limits"> & {
  baseUrl: string;
  onOperations?: OnOperations | undefined;
};

/** Live but not ready while `open` fails. */
export function listen(
  open: () => Promise<ApiServices>,
  { baseUrl, onOperations, ...options }: Options,
): Promise<HttpServer> {
  return serveHttp(createApiListener(open, prefixOf(baseUrl), onOperations), options);
}

/** Where the API is mounted; empty for the root. */
export function prefixOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/$/, "");
}
