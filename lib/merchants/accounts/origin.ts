/**
 * Reads a web origin, `scheme://host[:port]` in its canonical spelling, or `undefined`. The result is safe to put into
 * a `frame-ancestors` directive: no path, user info, wildcard, space or semicolon passes.
 */
export function parseOrigin(text: string): string | undefined {
  if (!/^https?:\/\/[a-z0-9.[\]:-]+$/i.test(text) || !URL.canParse(text)) return undefined;
  const { origin } = new URL(text);
  return origin === "null" ? undefined : origin;
}
