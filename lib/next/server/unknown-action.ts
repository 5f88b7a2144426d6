import type { IncomingMessage, ServerResponse } from "node:http";
import { override } from "#lib/platform/http/override.ts";

// Next sets it on its 4xx for an unknown action. Next's client also reads it.
const NOT_FOUND = "x-nextjs-action-not-found";

/**
 * Redirects a form of another build, sent without scripts, to its page: Next would show bare text. With scripts, the page's error
 * boundary reloads it.
 */
export function redirectUnknownAction(request: IncomingMessage, response: ServerResponse): void {
  if (request.method !== "POST" || request.headers["next-action"] !== undefined) return;
  const location = ownPath(request.url);
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
  override(response, {
    writeHead(status: number, ...rest: unknown[]) {
      if (!response.hasHeader(NOT_FOUND)) return writeHead(status, ...rest);
      response.removeHeader(NOT_FOUND);
      response.setHeader("Location", location);
      return writeHead(303, ...rest);
    },
  });
}

/** Percent-encoded. Never another site, which `//host` and `/\\host` are to a browser. */
function ownPath(target = "/"): string {
  const { pathname, search } = new URL(target.replace(/^[/\\]+/, "/"), "http://own.invalid");
  return `${pathname}${search}`.replace(/^\/+/, "/");
}
