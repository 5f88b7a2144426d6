import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { override } from "#lib/platform/http/override.ts";
import { isLightPage, lighten } from "./light-pages.ts";
import { takeMarkup } from "./markup.ts";

// A page is small: another thread would cost more time than it saves, and Brotli takes twice the time for 6 % fewer bytes.
const GZIP = { level: 1 };

/** Makes the HTML of a light page light, and compresses it. Everything else is sent as it is. */
export function lightenResponse(
  request: IncomingMessage,
  response: ServerResponse,
  scriptPath: (path: string) => string,
): void {
  const path = request.url?.split("?", 1)[0] ?? "";
  if (request.method === "HEAD" || !isLightPage(path)) return;
  const mayCompress = /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
  const { write, end, writeHead, flushHeaders } = response;
  const parts: Uint8Array[] = [];
  const withMarkup = takeMarkup();
  let isPage: boolean | undefined;
  // Next would compress it before the scripts are gone.
  delete request.headers["accept-encoding"];

  const begin = (status = response.statusCode, headers: OutgoingHttpHeaders = {}) => {
    if (isPage !== undefined) return;
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined) response.setHeader(name, value);
    }
    response.statusCode = status;
    isPage = String(response.getHeader("Content-Type")).startsWith("text/html");
  };

  // V8 keeps this function for as long as the one that Next's compression puts in its place: until a full collection.
  const finish = () => {
    const html = Buffer.from(
      withMarkup(lighten(Buffer.concat(parts.splice(0)).toString(), scriptPath(path))),
    );
    const body = mayCompress ? gzipSync(html, GZIP) : html;
    response.removeHeader("ETag");
    if (mayCompress) response.setHeader("Content-Encoding", "gzip");
    response.setHeader("Content-Length", body.length);
    override(response, { write, end, writeHead, flushHeaders });
    response.end(body);
  };

  override(response, {
    writeHead(status: number, ...rest: unknown[]) {
      begin(status, headersIn(rest));
      return isPage ? response : writeHead.apply(response, [status]);
    },
    flushHeaders() {
      begin();
      if (!isPage) flushHeaders.apply(response);
    },
    write(...[chunk, ...rest]: Parameters<typeof write>) {
      begin();
      if (!isPage) return write.apply(response, [chunk, ...rest]);
      parts.push(bytesOf(chunk));
      return true;
    },
    end(...[chunk, ...rest]: Parameters<typeof end>) {
      begin();
      if (!isPage) return end.apply(response, [chunk, ...rest]);
      if (chunk !== undefined && typeof chunk !== "function") parts.push(bytesOf(chunk));
      try {
        finish();
      } catch (error) {
        response.destroy(error as Error);
      }
      return response;
    },
  });
}

function bytesOf(chunk: string | Uint8Array): Uint8Array {
  return typeof chunk === "string" ? Buffer.from(chunk) : chunk;
}

function headersIn(rest: unknown[]): OutgoingHttpHeaders {
  const last = rest.at(-1);
  return typeof last === "object" && last !== null ? { ...last } : {};
}
