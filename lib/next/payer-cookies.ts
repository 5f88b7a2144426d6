import type { PayFlow } from "#lib/checkout/view.ts";

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

/** The cookie of a browser whose payer wants to be remembered: 180 days. */
export function deviceCookie(flow: PayFlow, env: Addresses): CookieShape {
  return shape("bankside-payer", siteOf(flow, env), DEVICE_SECONDS);
}

/** A page as far as it decides about the probe, and the names of the cookies that came with its request. */
type Visited = { method: string; path: string; cookieNames: string[] };

/**
 * The `Set-Cookie` header by which a page of the payer app finds out whether a browser keeps cookies; it tells nothing
 * else, and goes when the browser is closed. None where a cookie of ours came along, and none on any other page.
 */
export function probeHeader(
  { method, path, cookieNames }: Visited,
  env: Addresses,
): string | undefined {
  if (method !== "GET" || !path.startsWith("/pay/") || cookieNames.some(isOwnCookie)) {
    return undefined;
  }
  const { cookieName, cookieOptions } = shape("bankside-kept", siteOf("web", env), 0);
  return `${cookieName}=1; Path=/; HttpOnly; SameSite=Lax${cookieOptions.secure ? "; Secure" : ""}`;
}

/** Tells whether a cookie of this name is one of ours. */
export function isOwnCookie(name: string): boolean {
  return /^(?:__Host-)?bankside-/.test(name);
}

function siteOf(flow: PayFlow, env: Addresses): string {
  return flow === "direct" ? env.SECURE_URL : env.PAYER_APP_URL;
}

// With `__Host-` a browser takes the cookie from this very host alone, and over HTTPS only.
function shape(name: string, siteUrl: string, ttl: number): CookieShape {
  const secure = siteUrl.startsWith("https:");
  return {
    cookieName: secure ? `__Host-${name}` : name,
    ttl,
    cookieOptions: { httpOnly: true, sameSite: "lax", path: "/", secure },
  };
}
