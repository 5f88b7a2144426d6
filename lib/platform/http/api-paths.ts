// Also at the site's root, where probes and JWT libraries look.
const ROOT_PATHS = ["/.well-known/jwks.json", "/openapi.json", "/health/live", "/health/ready"];

export function isApiPath(pathname: string, prefix: string): boolean {
  return pathname === prefix || pathname.startsWith(`${prefix}/`) || ROOT_PATHS.includes(pathname);
}

/** Matches nothing for a URL outside the API. */
export function apiPath(url: string, prefix: string): string {
  const { pathname } = new URL(url);
  if (!isApiPath(pathname, prefix)) return "/outside/of/the/api";
  if (pathname === prefix) return "/";
  return pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname;
}
