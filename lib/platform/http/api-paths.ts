// Also served at the root of the site, where probes and JWT libraries look for them.
const ROOT_PATHS = ["/.well-known/jwks.json", "/openapi.json", "/health/live", "/health/ready"];

/** Whether a path is one of the API that is mounted at `prefix`. */
export function isApiPath(pathname: string, prefix: string): boolean {
  return pathname === prefix || pathname.startsWith(`${prefix}/`) || ROOT_PATHS.includes(pathname);
}

/** The path within the API that a URL asks for; one that matches nothing for a URL outside of it. */
export function apiPath(url: string, prefix: string): string {
  const { pathname } = new URL(url);
  if (!isApiPath(pathname, prefix)) return "/outside/of/the/api";
  if (pathname === prefix) return "/";
  return pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname;
}
