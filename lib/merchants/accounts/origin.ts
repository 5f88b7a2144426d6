/**
 * Canonical `scheme://host[:port]`, or `undefined`. Safe in `frame-ancestors`: no path, user info, wildcard, space or semicolon
 * passes.
 */
export function parseOrigin(text: string): string | undefined {
  if (!/^https?:\/\/[a-z0-9.[\]:-]+$/i.test(text) || !URL.canParse(text)) return undefined;
  const { origin } = new URL(text);
  return origin === "null" ? undefined : origin;
}
