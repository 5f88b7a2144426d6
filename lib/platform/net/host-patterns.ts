/** A host name, or `*.` and a name for its subdomains. */
export type HostPattern = string;

/** Lower case, international names as `xn--`. `undefined` for anything but a DNS name. */
export function parseHostPattern(text: string): HostPattern | undefined {
  const [, wildcard = "", name = ""] = /^(\*\.)?([^*]+)$/.exec(text) ?? [];
  if (/[\s/:@?#\\[\]%]/.test(name)) return undefined;
  const host = URL.parse(`https://${name}`)?.hostname.replace(/\.$/, "") ?? "";
  const isName = /^(?!.*\.\.)(?=.{1,253}$)[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/.test(host);
  // The last label of an IPv4 address has only digits.
  return isName && !/(^|\.)[0-9]+$/.test(host) ? `${wildcard}${host}` : undefined;
}

/** `host` is in lower case, without a dot at its end. */
export function matchesHost(patterns: readonly HostPattern[], host: string): boolean {
  return patterns.some((pattern) =>
    pattern.startsWith("*.") ? host.endsWith(pattern.slice(1)) : host === pattern,
  );
}
