import type { ApiServices } from "#lib/api/http/context.ts";
import { type HttpOptions, type HttpServer, serveHttp } from "#lib/platform/http/server.ts";
import type { OnOperations } from "./handler.ts";
import { createApiListener } from "./listener.ts";

type Options = Omit<HttpOptions, "limits" | "apiPrefix"> & {
  baseUrl: string;
  onOperations?: OnOperations | undefined;
};

/** Live but not ready while `open` fails. */
export function listen(
  open: () => Promise<ApiServices>,
  { baseUrl, onOperations, ...options }: Options,
): Promise<HttpServer> {
  const apiPrefix = prefixOf(baseUrl);
  return serveHttp(createApiListener(open, apiPrefix, onOperations), { ...options, apiPrefix });
}

export function prefixOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/$/, "");
}
