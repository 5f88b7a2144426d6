import { isReturnOf } from "./outcome.ts";
import { ownScheme, schemeOf } from "./url-scheme.ts";

/** What a webview does with an address: show it, end the payment with it, open it outside, or nothing. */
export type Navigation = "load" | "return" | "open" | "block";

// They reach into the app or past it: files, scripts, any component of any Android app.
const BLOCKED = new Set(
  "javascript data vbscript blob file filesystem content about intent android-app view-source ws wss".split(
    " ",
  ),
);

// What a page writes into its own frames, such as a captcha. It can't leave the webview.
const OWN_PAGES = new Set(["blob", "data"]);

/**
 * Decides what a webview does with `url`. Web pages load, the app's own scheme ends the payment it belongs to, other schemes
 * are bank apps; scripts, files and `intent:` go nowhere. A frame inside the page loads web pages and what the page
 * writes itself, and opens nothing.
 */
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
