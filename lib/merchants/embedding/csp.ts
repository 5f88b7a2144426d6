/** By directive name, its values. */
export type Policy = Map<string, string[]>;

export type Verdict = {
  isAllowed: boolean;
  /** Only a nonce or hash allows the script. */
  needsNonce: boolean;
  directive: string;
  sources: string[];
};

/** The first directive present decides (CSP 3, 6.8.4). */
const DECIDING = {
  frame: ["frame-src", "child-src", "default-src"],
  script: ["script-src-elem", "script-src", "default-src"],
} as const;

/** Commas separate policies (CSP 3, 2.2). The first of equal directives counts. */
export function parsePolicies(value: string): Policy[] {
  return value
    .split(",")
    .map(parsePolicy)
    .filter(({ size }) => size > 0);
}

// From CSP 3, its extensions, and older ones still supported.
const KNOWN =
  /^(?:(?:default|child|connect|fenced-frame|font|frame|img|manifest|media|object|prefetch|worker)-src|(?:script|style)-src(?:-elem|-attr)?|base-uri|sandbox|form-action|frame-ancestors|navigate-to|plugin-types|report-uri|report-to|require-trusted-types-for|trusted-types|upgrade-insecure-requests|block-all-mixed-content|require-sri-for|webrtc)$/;

export function hasKnownDirective(policy: Policy): boolean {
  return [...policy.keys()].some((name) => KNOWN.test(name));
}

function parsePolicy(text: string): Policy {
  const policy: Policy = new Map();
  for (const part of text.split(";")) {
    const [name = "", ...values] = part.trim().split(/[\t\n\f\r ]+/);
    const key = name.toLowerCase();
    if (key !== "" && !policy.has(key)) policy.set(key, values);
  }
  return policy;
}

/** `self` is the page. `undefined` if not covered. */
export function judge(
  policy: Policy,
  kind: keyof typeof DECIDING,
  url: URL,
  self: URL | undefined,
): Verdict | undefined {
  const directive = DECIDING[kind].find((name) => policy.has(name));
  if (directive === undefined) return undefined;
  const sources = policy.get(directive) ?? [];
  const has = (pattern: RegExp) => sources.some((source) => pattern.test(source));
  const hasNonce = kind === "script" && has(/^'(nonce-|sha(256|384|512)-)/i);
  const isStrict = kind === "script" && has(/^'strict-dynamic'$/i);
  const isListed = !isStrict && sources.some((source) => matchesSource(source, url, self));
  return { isAllowed: isListed, needsNonce: !isListed && hasNonce, directive, sources };
}

/** Before any redirect (CSP 3, 6.7.2.8). `self` is the page. */
export function matchesSource(source: string, url: URL, self: URL | undefined): boolean {
  const text = source.toLowerCase();
  if (text === "*") return isNetwork(url.protocol) || url.protocol === self?.protocol;
  if (text === "'self'") return self !== undefined && matchesSelf(url, self);
  if (/^[a-z][a-z0-9+.-]*:$/.test(text)) return schemeFits(text, url.protocol);
  // Paths are case-sensitive.
  const parts =
    /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(?::(\d+|\*))?(\/[^?#]*)?$/i.exec(
      source,
    );
  if (!parts) return false;
  const [, scheme, host = "", port, path = ""] = parts;
  const wanted = scheme ? `${scheme.toLowerCase()}:` : self?.protocol;
  if (wanted !== undefined && !schemeFits(wanted, url.protocol)) return false;
  return (
    hostFits(host.toLowerCase(), url.hostname) &&
    portFits(port, wanted, url) &&
    pathFits(path, url.pathname)
  );
}

function isNetwork(protocol: string): boolean {
  return ["http:", "https:", "ws:", "wss:"].includes(protocol);
}

// `'self'` also matches an upgrade to https with default ports.
function matchesSelf(url: URL, self: URL): boolean {
  if (url.origin === self.origin) return true;
  const isUpgrade = self.protocol === "http:" && url.protocol === "https:";
  return isUpgrade && url.hostname === self.hostname && url.port === "" && self.port === "";
}

function schemeFits(wanted: string, actual: string): boolean {
  if (wanted === actual) return true;
  if (wanted === "http:") return actual === "https:";
  if (wanted === "ws:") return isNetwork(actual);
  return wanted === "wss:" && actual === "https:";
}

function hostFits(pattern: string, host: string): boolean {
  if (pattern === "*") return true;
  if (pattern.startsWith("*.")) return host.endsWith(pattern.slice(1));
  return pattern === host;
}

function portFits(port: string | undefined, wanted: string | undefined, url: URL): boolean {
  // URLs omit the default port.
  const actual = url.port || (url.protocol === "https:" ? "443" : "80");
  if (port === undefined) return url.port === "";
  if (port === "*" || port === actual) return true;
  return wanted === "http:" && port === "80" && url.protocol === "https:" && actual === "443";
}

function pathFits(pattern: string, path: string): boolean {
  if (pattern === "" || pattern === "/") return true;
  const [wanted, actual] = [decode(pattern), decode(path)];
  return wanted.endsWith("/") ? actual.startsWith(wanted) : actual === wanted;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
