import { parseOrigin } from "#lib/merchants/accounts/origin.ts";

export type PageRequest = {
  path: string;
  /** The page holds a form that is sent with POST. */
  hasForm: boolean;
  nonce: string;
  /** Origins that may frame the page; `own`: pages of its own origin, `any`: every page. */
  frameAncestors: string[] | "own" | "any";
};

/** The page that tells from inside of a frame what it sees: it holds nothing, so it may stand anywhere. */
export const EMBED_PROBE = "/embed-check/frame";

/** The page of the console that shows in a frame how a checkout will look. */
export const BRAND_PREVIEW = "/console/settings/brand/preview";
const BRAND_PAGE = "/console/settings/brand";

type Site = {
  NODE_ENV: "development" | "production" | "test";
  PUBLIC_URL: string;
  CHECKOUT_URL: string;
  BASE_URL: string;
};

/** The headers of every page, with a policy that runs no script but Next's own of this very answer. */
export function securityHeaders(page: PageRequest, site: Site): Record<string, string> {
  const isHttps = site.PUBLIC_URL.startsWith("https:");
  const isShop = isUnder(page.path, "/sandbox/shop");
  return {
    "Content-Security-Policy": contentSecurityPolicy(page, site),
    // Under `no-referrer` browsers send a form's POST with `Origin: null`, which Next refuses as forged. `same-origin`
    // tells other sites just as little.
    "Referrer-Policy": page.hasForm ? "same-origin" : "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Permissions-Policy": permissionsPolicy(isShop ? new URL(site.CHECKOUT_URL).origin : undefined),
    "Cache-Control": "no-store",
    ...(isShop ? {} : { "Cross-Origin-Opener-Policy": "same-origin" }),
    ...(isHttps ? { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" } : {}),
  };
}

// A page lends its frames no more than it has itself.
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

/** The policy alone: Next reads the nonce of its scripts from it when it stands in the request. */
export function contentSecurityPolicy(page: PageRequest, site: Site): string {
  const isDev = site.NODE_ENV === "development";
  const directives: [name: string, ...values: string[]][] = [
    ["default-src", "'none'"],
    [
      "script-src",
      `'nonce-${page.nonce}'`,
      "'strict-dynamic'",
      ...(isDev ? ["'unsafe-eval'"] : []),
    ],
    // The development server adds its styles inline, and a nonce would switch 'unsafe-inline' off.
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

// Browsers hold redirects after a form against `form-action` too, and these forms end at a bank or a shop.
function formTargets(path: string, site: Site): string[] {
  const leaves = ["/pay", "/secure", "/sandbox"].some((folder) => isUnder(path, folder));
  if (!leaves) return ["'self'"];
  const isPlainHttp = site.PUBLIC_URL.startsWith("http:");
  return ["'self'", "https:", ...(isPlainHttp ? ["http:"] : [])];
}

// The demo app's page creates its transaction itself, as an app does.
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

// Whatever does not parse as an origin could smuggle in a directive, so it is left out.
function originsOrNone(origins: string[]): string[] {
  const safe = origins.map(parseOrigin).filter((origin) => origin !== undefined);
  return safe.length > 0 ? safe : ["'none'"];
}

/** Tells whether `path` is `folder` or below it. */
export function isUnder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
