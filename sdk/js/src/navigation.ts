import { isReturnOf } from "./outcome.ts";
import { ownScheme, schemeOf } from "./url-scheme.ts";

/** `return` ends the payment, `open` leaves the webview. */
export type Navigation = "load" | "return" | "open" | "block";

// They reach files, scripts or any Android component.
const BLOCKED = new Set(
  "javascript data vbscript blob file filesystem content about intent android-app view-source ws wss".split(
    " ",
  ),
);

// Pages write them into their own frames, such as captchas.
const OWN_PAGES = new Set(["blob", "data"]);

/** Frames load only web pages and content that the page writes. */
export function navigationOf(
  url: string,
  {
    urlScheme,
    transactionId,
    isMainFrame,
  }: {
    urlScheme?: string | undefined;
    transactionId?: string | undefined;
    isMainFrame: boolean;
  },
): Navigation {
  const scheme = schemeOf(url);
  if (scheme === "https" || scheme === "http" || url === "about:blank") return "load";
  if (scheme === undefined) return "block";
  if (!isMainFrame) return url === "about:srcdoc" || OWN_PAGES.has(scheme) ? "load" : "block";
  if (urlScheme !== undefined && scheme === ownScheme(urlScheme)) {
    return isReturnOf(url, { urlScheme, transactionId }) ? "return" : "block";
  }
  return BLOCKED.has(scheme) ? "block" : "open";
}
