import type { IncomingMessage, ServerResponse } from "node:http";
import { ERRORS, type ErrorCode } from "#lib/platform/failures/errors.ts";
import { API_VERSION } from "#lib/platform/values/api-version.ts";
import { isApiPath } from "./api-paths.ts";
import { maxBodyBytes, tooLargePage } from "./body-limits.ts";
import { override } from "./dress.ts";
import { replaceHeaders } from "./headers.ts";
import { problemResponse } from "./problem.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
// Next would show a page for PUT and DELETE too.
const PAGE_METHODS = ["GET", "HEAD", "POST", "OPTIONS"];
const APIS = /^\/(?:api|sandbox\/bank\/v1)(?:\/|$)/;

const WHAT_TO_DO =
  "The Host header names none of this deployment's addresses. Open it at PUBLIC_URL, or set PUBLIC_URL to the address you use. A reverse proxy must pass the original Host header.";

// Load balancers probe by address, and HTTP/1.0 probes send no host. The sandbox's webhooks come by loopback.
const ANY_HOST = /^\/(?:health\/(?:live|ready)|sandbox\/(?:shop\/webhook|receiver\/[^/]+))$/;

export type Door = {
  /** Other `Host` headers are refused. */
  isOwnHost: (host: string) => boolean;
  /** Where the API is mounted; refusals there carry its version. */
  apiPrefix?: string | undefined;
};

/** Runs before anything else. Returns false after a refusal. */
export function admit(
  request: IncomingMessage,
  response: ServerResponse,
  { isOwnHost, apiPrefix }: Door,
): boolean {
  const target = readTarget(request.url ?? "");
  const path = pathOf(target?.path ?? "");
  const refuse = (code: ErrorCode, detail?: string) =>
    respondRefusal(response, code, { detail, isApi: isBelow(path, apiPrefix) });
  if (!isWellFormed(request)) return refuse("malformed_request");
  if (target === undefined || !isReadable(path)) return refuse("not_found");
  request.url = target.path;
  // RFC 9112, 3.2.2: the authority of an absolute target replaces Host.
  if (target.host !== undefined) replaceHeaders(request, ["host"], { host: target.host });
  if (!ANY_HOST.test(path) && !isOwnHost(request.headers.host ?? "")) {
    return refuse("misdirected_request", WHAT_TO_DO);
  }
  const maxBytes = maxBodyBytes(path);
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) {
    const page = wantsPage(request) ? tooLargePage(path) : undefined;
    return page === undefined ? refuse("body_too_large") : lead(response, page);
  }
  capBody(request, maxBytes, () => {
    if (!response.headersSent) refuse("body_too_large");
  });
  return true;
}

/** Returns false after a refusal. */
export function admitMethod(request: IncomingMessage, response: ServerResponse): boolean {
  const methods = APIS.test(pathOf(request.url ?? "")) ? METHODS : PAGE_METHODS;
  if (methods.includes(request.method ?? "")) return true;
  response.setHeader("Allow", methods.join(", "));
  return respondRefusal(response, "method_not_allowed");
}

// RFC 9112, 3.2, and RFC 3986, 3.2.2: name or address, and port. No user information.
const HOST = /^(?:\[[0-9a-f:.]+\]|(?:[a-z0-9._~!$&'()*+,;=-]|%[0-9a-f]{2})*)(?::\d*)?$/i;

function isWellFormed({ httpVersion, headers, headersDistinct }: IncomingMessage): boolean {
  // Node's parser also accepts a line without a version (HTTP/0.9) and HTTP/2.0.
  const isServed = httpVersion === "1.1" || httpVersion === "1.0";
  return isServed && (headersDistinct["host"] ?? []).length <= 1 && HOST.test(headers.host ?? "");
}

/** Routes must decode the path, and the database refuses NUL. */
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

/** Ends a request that declares no length once its body is too large. */
function capBody(request: IncomingMessage, maxBytes: number, refuse: () => void): void {
  if (request.headers["transfer-encoding"] === undefined) return;
  const push = request.push.bind(request);
  let size = 0;
  override(request, {
    push(chunk: Buffer | null, encoding?: BufferEncoding) {
      size += chunk?.length ?? 0;
      if (size <= maxBytes) return push(chunk, encoding);
      refuse();
      request.destroy();
      return false;
    },
  });
}

const wantsPage = ({ headers }: IncomingMessage) => headers.accept?.includes("text/html") === true;

function lead(response: ServerResponse, page: string): false {
  const headers = { Location: page, "Cache-Control": "no-store", "Content-Length": 0 };
  response.writeHead(303, headers).end();
  return false;
}

const isBelow = (path: string, apiPrefix: string | undefined) =>
  apiPrefix !== undefined && isApiPath(path, apiPrefix);

type Refusal = { detail?: string | undefined; isApi?: boolean };

function respondRefusal(
  response: ServerResponse,
  code: ErrorCode,
  { detail, isApi = false }: Refusal = {},
): false {
  const { status, title } = ERRORS[code];
  const type = `urn:bankside:problem:${code}`;
  const { headers, body } = problemResponse({ type, title, status, detail, code });
  const all = isApi ? { ...headers, "API-Version": API_VERSION } : headers;
  response.writeHead(status, all).end(body);
  return false;
}
