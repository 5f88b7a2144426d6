import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { ERRORS, type ErrorCode } from "#lib/errors.ts";
import { maxBodyBytes } from "./body-limits.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Looks at a request before anything else does: refuses targets that are no path and bodies that are too large, and reads
 * an absolute target as the path it names, whatever host it claims. Answers false when it has refused.
 */
export function admit(request: IncomingMessage, response: ServerResponse): boolean {
  const path = pathOf(request.url ?? "");
  if (path === undefined) return refuse(response, "not_found");
  request.url = path;
  const maxBytes = maxBodyBytes(path.split("?", 1)[0] ?? "");
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) {
    return refuse(response, "body_too_large");
  }
  capBody(request, response, maxBytes);
  return true;
}

/** Refuses methods of which the fetch standard can make no request, or nobody here serves; answers false when it has. */
export function admitMethod(request: IncomingMessage, response: ServerResponse): boolean {
  if (METHODS.includes(request.method ?? "")) return true;
  response.setHeader("Allow", METHODS.join(", "));
  return refuse(response, "method_not_allowed");
}

function pathOf(target: string): string | undefined {
  if (target.startsWith("/")) return target;
  if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return undefined;
  const { pathname, search } = new URL(target);
  return `${pathname}${search}`;
}

/** Ends a request whose body says no length and turns out too large, whoever reads it and however slowly. */
function capBody(request: IncomingMessage, response: ServerResponse, maxBytes: number): void {
  if (request.headers["transfer-encoding"] === undefined) return;
  const push = request.push.bind(request);
  let size = 0;
  request.push = (chunk: Buffer | null, encoding) => {
    size += chunk?.length ?? 0;
    if (size <= maxBytes) return push(chunk, encoding);
    if (!response.headersSent) refuse(response, "body_too_large");
    request.destroy();
    return false;
  };
}

function refuse(response: ServerResponse, code: ErrorCode): false {
  const { status, title } = ERRORS[code];
  const requestId = randomUUID();
  const headers = {
    "Content-Type": "application/problem+json",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": requestId,
  };
  const problem = { type: `urn:bankside:problem:${code}`, title, status, code, requestId };
  response.writeHead(status, headers).end(JSON.stringify(problem));
  return false;
}
