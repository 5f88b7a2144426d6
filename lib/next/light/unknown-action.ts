import type { IncomingMessage } from "node:http";
// On Next's 4xx for an unknown action. Next's client also reads it.
import { NEXT_ACTION_NOT_FOUND_HEADER as NOT_FOUND } from "next/dist/client/components/app-router-headers.js";
import type { Rule } from "#lib/platform/http/dress.ts";

/**
 * Redirects a form of another build, sent without scripts, to its page: Next would show bare text. With scripts, the page's error
 * boundary reloads it.
 */
export function unknownAction({ method, headers, url }: IncomingMessage): Rule {
  if (method !== "POST" || headers["next-action"] !== undefined) return () => undefined;
  const location = ownPath(url);
  return (response) => {
    if (!response.hasHeader(NOT_FOUND)) return undefined;
    response.removeHeader(NOT_FOUND);
    response.setHeader("Location", location);
    return { status: 303 };
  };
}

/** Percent-encoded. Never another site, which `//host` and `/\\host` are to a browser. */
function ownPath(target = "/"): string {
  const { pathname, search } = new URL(target.replace(/^[/\\]+/, "/"), "http://own.invalid");
  return `${pathname}${search}`.replace(/^\/+/, "/");
}
