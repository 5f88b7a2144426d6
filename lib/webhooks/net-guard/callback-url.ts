import { isIP } from "node:net";
import { type AppError, invalidField } from "#lib/platform/failures/errors.ts";
import { isLoopbackAddress, isPublicAddress } from "#lib/platform/net/private-addresses.ts";
import { type Allowlist, NOTHING_ALLOWED } from "./allowlist.ts";
import { findAddresses } from "./host-addresses.ts";

const MAX_LENGTH = 2048;
const PORTS = { "https:": ["443", "8443"], "http:": ["80", "8080"] };

export type Resolve = (hostname: string) => Promise<string[]>;

export type Rules = {
  /** http, and loopback on any port: in test mode only. */
  allowLocal: boolean;
  allowlist?: Allowlist | undefined;
};

/** @throws AppError `invalid_request` (field `callbackUrl`) */
export async function checkCallbackUrl(
  text: string,
  { resolve, ...rules }: Rules & { resolve?: Resolve | undefined },
): Promise<string> {
  const url = parse(text);
  const host = hostOf(url);
  const find = resolve ?? ((name: string) => findAddresses(name, lookupOptions(name, rules)));
  const addresses = isIP(host) ? [host] : await resolveNow(host, find);
  const { protocol, port } = url;
  const refusal = refusalOf({ protocol, host, port }, addresses, rules);
  if (refusal) throw refused(refusal);
  return url.href;
}

/** Names of this machine count only if local hosts are allowed. */
export function lookupOptions(host: string, { allowLocal, allowlist = NOTHING_ALLOWED }: Rules) {
  return { allowLocal: allowLocal || allowlist.namesHost(host) };
}

/** `undefined` if a webhook may go to all these addresses: any may be used. `port` is empty for the default. */
export function refusalOf(
  { protocol, host, port }: { protocol: string; host: string; port: string },
  addresses: readonly string[],
  { allowLocal, allowlist = NOTHING_ALLOWED }: Rules,
): string | undefined {
  const isSecure = protocol === "https:";
  if (!isSecure && !(allowLocal && protocol === "http:")) return "must start with https://";
  const isAllowed = (address: string) => isSecure && allowlist.permits(host, address);
  const remote = addresses.filter((address) => !(allowLocal && isLoopbackAddress(address)));
  if (!remote.every((address) => isPublicAddress(address) || isAllowed(address))) {
    return allowlist.isEmpty
      ? "must resolve to a public address"
      : "must resolve to a public address, or to one that this deployment allows";
  }
  const isLocal = addresses.length > 0 && remote.length === 0;
  const extra = isSecure && remote.every(isAllowed) ? allowlist.ports : [];
  const ports = [...PORTS[isSecure ? "https:" : "http:"], ...extra];
  if (isLocal || port === "" || ports.includes(port)) return undefined;
  return `must use port ${new Intl.ListFormat("en", { type: "disjunction" }).format(ports)}`;
}

export function hostOf({ hostname }: { hostname: string }): string {
  return hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

function parse(text: string): URL {
  if (text.length > MAX_LENGTH) throw refused(`must have at most ${MAX_LENGTH} characters`);
  // URL parsers repair these differently.
  if (!/^https?:\/\/[^/\\]/i.test(text) || /[\s\p{Cc}\\]/u.test(text) || !URL.canParse(text)) {
    throw refused("must be an absolute https URL");
  }
  const url = new URL(text);
  url.hostname = url.hostname.replace(/\.$/, "");
  if (url.username || url.password || /^https?:\/\/[^/?#]*@/i.test(text)) {
    throw refused("must not contain a user name or password");
  }
  if (url.href.length > MAX_LENGTH) throw refused(`must have at most ${MAX_LENGTH} characters`);
  return url;
}

async function resolveNow(host: string, resolve: Resolve): Promise<string[]> {
  try {
    return await resolve(host);
  } catch (error) {
    // Every send resolves again, so a temporary failure does not reject the name.
    if (!(error instanceof Error && "code" in error && error.code === "ENOTFOUND")) return [];
    throw refused("must have an existing host name");
  }
}

function refused(message: string): AppError {
  return invalidField("callbackUrl", message);
}
