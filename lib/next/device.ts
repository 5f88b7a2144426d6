import { isIP } from "node:net";
import { userAgent } from "next/server.js";
import { isBrowserId } from "#lib/payments/device-lock/lock.ts";
import { BROWSER_ID_HEADER } from "./page-request.ts";

export type Device = {
  /** What the checkout shows first. An iPad calls itself a Mac, so a desktop is always offered to pay on the spot too. */
  kind: "phone" | "desktop";
  /** A crawler, link preview or prefetch: looks at a page without a person behind it. */
  isUnattended: boolean;
};

/** What asked for a page, by its request headers. */
export function deviceOf(headers: Headers): Device {
  const { device, isBot } = userAgent({ headers });
  const purpose = headers.get("sec-purpose") ?? headers.get("purpose") ?? "";
  // Apps that show pages themselves are often named like the previews they fetch; only a person's has been here before.
  const isKnown = (headers.get(BROWSER_ID_HEADER) ?? "").split(" ").some(isBrowserId);
  return {
    kind: device.type === "mobile" || device.type === "tablet" ? "phone" : "desktop",
    isUnattended: (isBot && !isKnown) || purpose.includes("prefetch"),
  };
}

/** Tells whether the page is the whole tab rather than a frame. `undefined` when the browser does not say. */
export function isTopLevel(headers: Headers): boolean | undefined {
  const destination = headers.get("sec-fetch-dest");
  return destination === null ? undefined : destination === "document";
}

/**
 * Tells whether a page that stands open brings itself up to date by its script. Where the browser does not say, it counts
 * as one that is being opened.
 */
export function isBroughtUpToDate(headers: Headers): boolean {
  return headers.get("sec-fetch-dest") === "empty";
}

/** The payer's address for the bank, as forwarded-for.ts wrote it when the request came in. */
export function payerIpOf(headers: Headers): string | undefined {
  const nearest = headers.get("x-forwarded-for")?.split(",").at(-1)?.trim();
  return nearest && isIP(nearest) ? nearest : undefined;
}
