import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { ERRORS, type ErrorCode } from "#lib/platform/errors.ts";
import { maxBodyBytes, tooLargePage } from "./body-limits.ts";
import { replaceHeaders } from "./headers.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
// Next would show a page to PUT and DELETE as it does to GET.
const PAGE_METHODS = ["GET", "HEAD", "POST", "OPTIONS"];
const APIS = /^\/(?:api|sandbox\/bank\/v1)(?:\/|$)/;

const WHAT_TO_DO =
  "The Host header names none of this deployment's addresses. Open it at PUBLIC_URL, or set PUBLIC_URL to the address you use. A reverse proxy must pass the original Host header.";

// Load balancers probe by address, and HTTP/1.0 probes name no host at all.
const ANY_HOST = ["/health/live", "/health/ready"];

/**
 * Looks at a request before anything else does: refuses what is no HTTP/1.0 or 1.1, targets that are no path, hosts this
 * deployment is not reached at, and bodies that are too large. Returns false when it has refused.
 */
export function admit(
  request: IncomingMessage,
  response: ServerResponse,
  isOwnHost: (host: string) => boolean,
): boolean {
  if (!isWellFormed(request)) return refuse(response, "malformed_request");
  const target = readTarget(request.url ?? "");
  if (target === undefined) return refuse(response, "not_found");
  const path = pathOf(target.path);
  if (!isReadable(path)) return refuse(response, "not_found");
  request.url = target.path;
  // RFC 9112, 3.2.2: the authority of an absolute target replaces Host.
  if (target.host !== undefined) replaceHeaders(request, ["host"], { host: target.host });
  if (!ANY_HOST.includes(path) && !isOwnHost(request.headers.host ?? "")) {
    return refuse(response, "misdirected_request", WHAT_TO_DO);
  }
  const maxBytes = maxBodyBytes(path);
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) {
    const page = wantsPage(request) ? tooLargePage(path) : undefined;
    return page === undefined ? refuse(response, "body_too_large") : lead(response, page);
  }
  capBody(request, response, maxBytes);
  return true;
}

/** Refuses methods of which the fetch standard can make no request, or nobody here serves; answers false when it has. */
export function admitMethod(request: IncomingMessage, response: ServerResponse): boolean {
  const methods = APIS.test(pathOf(request.url ?? "")) ? METHODS : PAGE_METHODS;
  if (methods.includes(request.method ?? "")) return true;
  response.setHeader("Allow", methods.join(", "));
  return refuse(response, "method_not_allowed");
}

// RFC 9112, 3.2, and RFC 3986, 3.2.2: a name or address, and a port. User information is not part of it.
const HOST = /^(?:\[[0-9a-f:.]+\]|(?:[a-z0-9._~!$&'()*+,;=-]|%[0-9a-f]{2})*)(?::\d*)?$/i;

function isWellFormed({ httpVersion, headers, headersDistinct }: IncomingMessage): boolean {
  // Node's parser also takes a line without a version for HTTP/0.9, and 2.0 in words.
  const isServed = httpVersion === "1.1" || httpVersion === "1.0";
  return isServed && (headersDistinct["host"] ?? []).length <= 1 && HOST.test(headers.host ?? "");
}

/** Whether routes can decode the path, and no character of it would be refused by the database. */
function isReadable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes("\0");
  } catch {
    return false;
  }
}

type Target = {
  path: string;
  /** Of an absolute target. */
  host?: string;
};

function readTarget(target: string): Target | undefined {
  if (target.startsWith("/")) return { path: target };
  if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return undefined;
  const { host, pathname, search } = new URL(target);
  return { path: `${pathname}${search}`, host };
}

const pathOf = (target: string) => target.split("?", 1)[0] ?? "";

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

const wantsPage = ({ headers }: IncomingMessage) => headers.accept?.includes("text/html") === true;

function lead(response: ServerResponse, page: string): false {
  const headers = { Location: page, "Cache-Control": "no-store", "Content-Length": 0 };
  response.writeHead(303, headers).end();
  return false;
}

function refuse(response: ServerResponse, code: ErrorCode, detail?: string): false {
  const { status, title } = ERRORS[code];
  const requestId = randomUUID();
  const type = `urn:bankside:problem:${code}`;
  const body = JSON.stringify({ type, title, status, detail, code, requestId });
  const headers = {
    "Content-Type": "application/problem+json",
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": requestId,
  };
  response.writeHead(status, headers).end(body);
  return false;
}
