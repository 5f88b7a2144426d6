/** Canonical `scheme://host[:port]`, safe in `frame-ancestors`. */
export function parseOrigin(text: string): string | undefined {
  if (!/^https?:\/\/[a-z0-9.[\]:-]+$/i.test(text) || !URL.canParse(text)) return undefined;
  const { origin } = new URL(text);
  return origin === "null" ? undefined : origin;
}
