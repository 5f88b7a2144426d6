import type { IncomingMessage } from "node:http";
import { gzipSync } from "node:zlib";
import { type Rule, typeOf } from "#lib/platform/http/dress.ts";
import { isLightPage, lighten } from "./light-pages.ts";
import { takeMarkup } from "./markup.ts";

// A page is small: another thread would cost more time than it saves, and Brotli takes twice the time for 6 % fewer bytes.
const GZIP = { level: 1 };

/** Makes the HTML of a light page light, and compresses it. Everything else is sent as it is. */
export function lightPage(request: IncomingMessage, scriptPath: (path: string) => string): Rule {
  const path = request.url?.split("?", 1)[0] ?? "";
  if (request.method === "HEAD" || !isLightPage(path)) return () => undefined;
  const mayCompress = /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
  const withMarkup = takeMarkup();
  // Next would compress it before the scripts are gone.
  delete request.headers["accept-encoding"];
  return (response, head) => {
    if (!typeOf(response, head)?.startsWith("text/html")) return undefined;
    return {
      body(sent) {
        const html = withMarkup(lighten(sent.toString(), scriptPath(path)));
        if (!mayCompress) return html;
        response.setHeader("Content-Encoding", "gzip");
        return gzipSync(html, GZIP);
      },
    };
  };
}
