import { isIP } from "node:net";
import { userAgent, userAgentFromString } from "next/server.js";
import { cache } from "react";
import { isBrowserId } from "#lib/payments/device-lock/lock.ts";
import { BROWSER_ID_HEADER } from "./page-request.ts";

export type Device = {
  /** An iPad identifies as a Mac, so a desktop can always pay itself. */
  kind: "phone" | "desktop";
  isUnattended: boolean;
};

export const deviceOf = cache((headers: Headers): Device => {
  const { device, isBot } = userAgent({ headers });
  const purpose = headers.get("sec-purpose") ?? headers.get("purpose") ?? "";
  // In-app browsers have names of preview bots, but only a person's browser sends an earlier id.
  const isKnown = (headers.get(BROWSER_ID_HEADER) ?? "").split(" ").some(isBrowserId);
  return {
    kind: device.type === "mobile" || device.type === "tablet" ? "phone" : "desktop",
    isUnattended: (isBot && !isKnown) || purpose.includes("prefetch"),
  };
});

/** The header can't be trusted. */
export function nameBrowser(header: string | null) {
  const { browser, device, os } = userAgentFromString(header ?? undefined);
  const appleDevice = device.type === "tablet" ? "iPad" : "iPhone";
  return { browser: browser.name, system: os.name === "iOS" ? appleDevice : os.name };
}

/** `false` in a frame; `undefined` if the browser does not report it. */
export function isTopLevel(headers: Headers): boolean | undefined {
  const destination = headers.get("sec-fetch-dest");
  return destination === null ? undefined : destination === "document";
}

export function isBroughtUpToDate(headers: Headers): boolean {
  return headers.get("sec-fetch-dest") === "empty";
}

export function payerIpOf(headers: Headers): string | undefined {
  const nearest = headers.get("x-forwarded-for")?.split(",").at(-1)?.trim();
  return nearest && isIP(nearest) ? nearest : undefined;
}
