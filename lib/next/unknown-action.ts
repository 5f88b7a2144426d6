import type { IncomingMessage, ServerResponse } from "node:http";

// Next sets it on its 4xx for a form or call that names no action of this build. Its client looks for it too.
const NOT_FOUND = "x-nextjs-action-not-found";

/**
 * Redirects a form of another build, sent without scripts, to the page it was sent from: Next would show two words of
 * plain text. With scripts the page's error boundary loads the page again.
 */
export function redirectUnknownAction(request: IncomingMessage, response: ServerResponse): void {
  if (request.method !== "POST" || request.headers["next-action"] !== undefined) return;
  const location = ownPath(request.url);
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
  response.writeHead = ((status: number, ...rest: unknown[]) => {
    if (!response.hasHeader(NOT_FOUND)) return writeHead(status, ...rest);
    response.removeHeader(NOT_FOUND);
    response.setHeader("Location", location);
    return writeHead(303, ...rest);
  }) as typeof response.writeHead;
}

/** Path and query of a request, percent-encoded; never another site, which `//host` and `/\\host` are to a browser. */
function ownPath(target = "/"): string {
  const { pathname, search } = new URL(target.replace(/^[/\\]+/, "/"), "http://own.invalid");
  return `${pathname}${search}`.replace(/^\/+/, "/");
}
