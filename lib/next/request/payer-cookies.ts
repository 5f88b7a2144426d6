import { isBrowserId } from "#lib/payments/device-lock/lock.ts";
import type { Flow } from "#lib/payments/model/status.ts";

type Addresses = Record<"SECURE_URL" | "PAYER_APP_URL", string>;

export type CookieShape = {
  cookieName: string;
  /** Seconds. */
  ttl: number;
  cookieOptions: { httpOnly: true; sameSite: "lax"; path: "/"; secure: boolean };
};

const READABLE_AFTER_EXPIRY_MS = 60 * 60 * 1000;
const MIN_SESSION_SECONDS = 10 * 60;
/** Phones close background browsers while the bank's app is open. */
const BROWSER_ID_SECONDS = 24 * 60 * 60;
const MAX_BROWSER_IDS = 8;
const PAYMENT_NAME = /^(?:__Host-)?bankside-pay-/;
const MAX_PAYMENTS = 10;
/** Half of the server's header limit. A long e-mail address takes 2,300 bytes. */
const MAX_PAYMENT_BYTES = 8 * 1024;
const DEVICE_SECONDS = 180 * 24 * 60 * 60;

/** One cookie per payment, so parallel payments never mix. */
export function sessionCookie(
  payment: { id: string; flow: Flow; expiresAt: Date },
  env: Addresses,
  now: Date,
): CookieShape {
  const leftMs = payment.expiresAt.getTime() + READABLE_AFTER_EXPIRY_MS - now.getTime();
  const ttl = Math.max(MIN_SESSION_SECONDS, Math.ceil(leftMs / 1000));
  return shape(`bankside-pay-${payment.id.slice(-10)}`, siteOf(payment.flow, env), ttl);
}

/** Below the server's header limit. Browsers send cookies oldest first (RFC 6265, 5.4). */
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

export function deviceCookie(flow: Flow, env: Addresses): CookieShape {
  return shape("bankside-payer", siteOf(flow, env), DEVICE_SECONDS);
}

type Visited = { method: string; path: string; cookies: { name: string; value: string }[] };

export function needsBrowserId({ method, path, cookies }: Visited, env: Addresses): boolean {
  if (method !== "GET" || !/^\/(?:pay|l)\//.test(path)) return false;
  return readBrowserIds(cookies, env).length === 0;
}

/** Sorted. A browser gets several if it requests its first pages at once. */
export function readBrowserIds(cookies: Visited["cookies"], env: Addresses): string[] {
  const names = browserIdShape("", env).cookieName;
  const browserIds = cookies.filter(
    ({ name, value }) => name.startsWith(names) && isBrowserId(value),
  );
  return [...new Set(browserIds.map(({ value }) => value))].toSorted().slice(0, MAX_BROWSER_IDS);
}

export function browserIdHeader(browserId: string, env: Addresses): string {
  const { cookieName, ttl, cookieOptions } = browserIdShape(browserId, env);
  const end = cookieOptions.secure ? "; Secure" : "";
  return `${cookieName}=${browserId}; Path=/; Max-Age=${ttl}; HttpOnly; SameSite=Lax${end}`;
}

export function readCookies(headers: Pick<Headers, "get">): Visited["cookies"] {
  const pairs = (headers.get("cookie") ?? "").matchAll(/([^;=\s]+)=([^;]*)/g);
  return [...pairs].map(([, name = "", value = ""]) => ({ name, value: value.trim() }));
}

export function isOwnCookie(name: string): boolean {
  return /^(?:__Host-)?bankside-/.test(name);
}

function siteOf(flow: Flow, env: Addresses): string {
  return flow === "direct" ? env.SECURE_URL : env.PAYER_APP_URL;
}

const browserIdShape = (browserId: string, env: Addresses) =>
  shape(`bankside-browser-${browserId.slice(0, 6)}`, siteOf("web", env), BROWSER_ID_SECONDS);

function shape(name: string, siteUrl: string, ttl: number): CookieShape {
  const secure = siteUrl.startsWith("https:");
  return {
    cookieName: secure ? `__Host-${name}` : name,
    ttl,
    cookieOptions: { httpOnly: true, sameSite: "lax", path: "/", secure },
  };
}
