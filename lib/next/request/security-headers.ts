import { parseOrigin } from "#lib/merchants/accounts/origin.ts";

export type PageRequest = {
  path: string;
  hasForm: boolean;
  nonce: string;
  frameAncestors: string[] | "own" | "any";
};

/** It holds no data, so any site may frame it. */
export const EMBED_PROBE = "/embed-check/frame";

export const BRAND_PREVIEW = "/console/settings/brand/preview";
export const BRAND_PAGE = "/console/settings/brand";

type Site = {
  NODE_ENV: "development" | "production" | "test";
  PUBLIC_URL: string;
  CHECKOUT_URL: string;
  BASE_URL: string;
};

export function securityHeaders(page: PageRequest, site: Site): Record<string, string> {
  const isHttps = site.PUBLIC_URL.startsWith("https:");
  const isShop = isUnder(page.path, "/sandbox/shop");
  return {
    "Content-Security-Policy": contentSecurityPolicy(page, site),
    // Under `no-referrer` browsers send forms with `Origin: null`, which Next rejects. `same-origin` reveals just as little.
    "Referrer-Policy": page.hasForm ? "same-origin" : "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Permissions-Policy": permissionsPolicy(isShop ? new URL(site.CHECKOUT_URL).origin : undefined),
    "Cache-Control": "no-store",
    ...(isShop ? {} : { "Cross-Origin-Opener-Policy": "same-origin" }),
    ...(isHttps ? { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" } : {}),
  };
}

// A page can't grant its frames more than it has.
function permissionsPolicy(framed: string | undefined): string {
  const clipboard = framed ? `(self "${framed}")` : "(self)";
  const nobody = [
    "accelerometer",
    "camera",
    "geolocation",
    "gyroscope",
    "microphone",
    "payment",
    "usb",
  ];
  return [`clipboard-write=${clipboard}`, ...nobody.map((feature) => `${feature}=()`)].join(", ");
}

function contentSecurityPolicy(page: PageRequest, site: Site): string {
  const isDev = site.NODE_ENV === "development";
  const directives: [name: string, ...values: string[]][] = [
    ["default-src", "'none'"],
    [
      "script-src",
      `'nonce-${page.nonce}'`,
      "'strict-dynamic'",
      ...(isDev ? ["'unsafe-eval'"] : []),
    ],
    // The development server needs inline styles, which a nonce disables.
    ["style-src", "'self'", isDev ? "'unsafe-inline'" : `'nonce-${page.nonce}'`],
    ["img-src", "'self'", "data:"],
    ["font-src", "'self'"],
    ["connect-src", ...connectTargets(page.path, site)],
    ["form-action", ...formTargets(page.path, site)],
    ["frame-src", ...frameSources(page.path, site)],
    ["frame-ancestors", ...ancestorsOf(page)],
    ["base-uri", "'none'"],
    ["object-src", "'none'"],
  ];
  return directives.map((directive) => directive.join(" ")).join("; ");
}

// Browsers apply `form-action` to redirects too: these forms end at a bank or a shop.
function formTargets(path: string, site: Site): string[] {
  // To the checkout.
  if (isUnder(path, "/l")) return ["'self'", new URL(site.CHECKOUT_URL).origin];
  const leaves = ["/pay", "/secure", "/sandbox"].some((folder) => isUnder(path, folder));
  if (!leaves) return ["'self'"];
  const isPlainHttp = site.PUBLIC_URL.startsWith("http:");
  return ["'self'", "https:", ...(isPlainHttp ? ["http:"] : [])];
}

function connectTargets(path: string, site: Site): string[] {
  return isUnder(path, "/sandbox/app") ? ["'self'", new URL(site.BASE_URL).origin] : ["'self'"];
}

function ancestorsOf({ frameAncestors }: PageRequest): string[] {
  if (frameAncestors === "any") return ["*"];
  return frameAncestors === "own" ? ["'self'"] : originsOrNone(frameAncestors);
}

function frameSources(path: string, site: Site): string[] {
  if (path === BRAND_PAGE) return ["'self'"];
  return isUnder(path, "/sandbox/shop")
    ? originsOrNone([new URL(site.CHECKOUT_URL).origin])
    : ["'none'"];
}

// A value that is not an origin could inject a directive.
function originsOrNone(origins: string[]): string[] {
  const safe = origins.map(parseOrigin).filter((origin) => origin !== undefined);
  return safe.length > 0 ? safe : ["'none'"];
}

export function isUnder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
