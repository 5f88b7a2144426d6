import type { PayFlow } from "#lib/payments/checkout/view.ts";
import { isBrowserId } from "#lib/payments/device-lock/lock.ts";

type Addresses = Record<"SECURE_URL" | "PAYER_APP_URL", string>;

/** How a payer's cookie is named and kept, in the terms of iron-session. */
export type CookieShape = {
  cookieName: string;
  /** Seconds. */
  ttl: number;
  cookieOptions: { httpOnly: true; sameSite: "lax"; path: "/"; secure: boolean };
};

/** The result can still be read for so long after the time to pay is over. */
const READABLE_AFTER_EXPIRY_MS = 60 * 60 * 1000;
/** A transaction that ended long ago still shows its end to whoever opens its link. */
const MIN_SESSION_SECONDS = 10 * 60;
/** Phones end a browser in the background, such as while the bank's app is open: the id must outlast that. */
const BROWSER_ID_SECONDS = 24 * 60 * 60;
/** Marks of one browser that are looked at. */
const MAX_BROWSER_IDS = 8;
const PAYMENT_NAME = /^(?:__Host-)?bankside-pay-/;
/** Payments of one browser at a time, the one in hand included. */
const MAX_PAYMENTS = 10;
/** Half of what the server takes in headers: a long address that was typed in makes a cookie of 2,300 bytes. */
const MAX_PAYMENT_BYTES = 8 * 1024;
const DEVICE_SECONDS = 180 * 24 * 60 * 60;

/** The cookie of one payment, so that two of them side by side never mix; kept until an hour after `expiresAt`. */
export function sessionCookie(
  payment: { transactionId: string; flow: PayFlow; expiresAt: Date },
  env: Addresses,
  now: Date,
): CookieShape {
  const leftMs = payment.expiresAt.getTime() + READABLE_AFTER_EXPIRY_MS - now.getTime();
  const ttl = Math.max(MIN_SESSION_SECONDS, Math.ceil(leftMs / 1000));
  return shape(`bankside-pay-${payment.transactionId.slice(-10)}`, siteOf(payment.flow, env), ttl);
}

/**
 * Names of the payment cookies to drop after the one called `inHand` was saved: a browser keeps the newest, in the order
 * in which it sends them (RFC 6265, 5.4), so that many payments in one browser never fill the server's limit on headers.
 */
export function surplusPayments(cookies: Visited["cookies"], inHand: string): string[] {
  const sizeOf = ({ name, value }: Visited["cookies"][number]) => name.length + value.length;
  const payments = cookies.filter(({ name }) => PAYMENT_NAME.test(name));
  const newestFirst = payments.filter(({ name }) => name !== inHand).toReversed();
  let bytes = payments
    .filter(({ name }) => name === inHand)
    .reduce((sum, it) => sum + sizeOf(it), 0);
  const firstSurplus = newestFirst.findIndex((cookie, index) => {
    bytes += sizeOf(cookie);
    return index + 1 >= MAX_PAYMENTS || bytes > MAX_PAYMENT_BYTES;
  });
  return firstSurplus === -1 ? [] : newestFirst.slice(firstSurplus).map(({ name }) => name);
}

/** The cookie of a browser whose payer wants to be remembered: 180 days. */
export function deviceCookie(flow: PayFlow, env: Addresses): CookieShape {
  return shape("bankside-payer", siteOf(flow, env), DEVICE_SECONDS);
}

/** A request for a page, with its cookies. */
type Visited = { method: string; path: string; cookies: { name: string; value: string }[] };

/** Whether a browser without an id opens a page of the payer app. */
export function needsBrowserId({ method, path, cookies }: Visited, env: Addresses): boolean {
  if (method !== "GET" || !path.startsWith("/pay/")) return false;
  return readBrowserIds(cookies, env).length === 0;
}

/**
 * The ids a browser sent, sorted. It has several where its first pages were asked
 * for at once, such as in two tabs: each was given one.
 */
export function readBrowserIds(cookies: Visited["cookies"], env: Addresses): string[] {
  const names = browserIdShape("", env).cookieName;
  const browserIds = cookies.filter(
    ({ name, value }) => name.startsWith(names) && isBrowserId(value),
  );
  return [...new Set(browserIds.map(({ value }) => value))].toSorted().slice(0, MAX_BROWSER_IDS);
}

/**
 * The `Set-Cookie` header that gives a browser its id: by it an order knows who opened it first, and we know that the
 * browser keeps cookies. It says nothing else, and replaces no other.
 */
export function browserIdHeader(browserId: string, env: Addresses): string {
  const { cookieName, ttl, cookieOptions } = browserIdShape(browserId, env);
  const end = cookieOptions.secure ? "; Secure" : "";
  return `${cookieName}=${browserId}; Path=/; Max-Age=${ttl}; HttpOnly; SameSite=Lax${end}`;
}

/** Tells whether a cookie of this name is one of ours. */
export function isOwnCookie(name: string): boolean {
  return /^(?:__Host-)?bankside-/.test(name);
}

function siteOf(flow: PayFlow, env: Addresses): string {
  return flow === "direct" ? env.SECURE_URL : env.PAYER_APP_URL;
}

const browserIdShape = (browserId: string, env: Addresses) =>
  shape(`bankside-browser-${browserId.slice(0, 6)}`, siteOf("web", env), BROWSER_ID_SECONDS);

// With `__Host-` a browser takes the cookie from this very host alone, and over HTTPS only.
function shape(name: string, siteUrl: string, ttl: number): CookieShape {
  const secure = siteUrl.startsWith("https:");
  return {
    cookieName: secure ? `__Host-${name}` : name,
    ttl,
    cookieOptions: { httpOnly: true, sameSite: "lax", path: "/", secure },
  };
}
