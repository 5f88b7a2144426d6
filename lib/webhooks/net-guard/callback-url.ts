import { isIP } from "node:net";
import { type AppError, invalidField } from "#lib/platform/errors.ts";
import { findAddresses } from "./host-addresses.ts";
import { isLoopbackAddress, isPublicAddress } from "./private-addresses.ts";

const MAX_LENGTH = 2048;
const PORTS: Record<string, readonly string[]> = {
  "https:": ["", "443", "8443"],
  "http:": ["", "80", "8080"],
};

export type Resolve = (hostname: string) => Promise<string[]>;

/**
 * Returns the URL's normal form.
 * @throws AppError `invalid_request` (field `callbackUrl`)
 */
export async function checkCallbackUrl(
  text: string,
  {
    allowLocal,
    resolve = (hostname) => findAddresses(hostname, { allowLocal }),
  }: { allowLocal: boolean; resolve?: Resolve | undefined },
): Promise<string> {
  const url = parse(text);
  const host = hostOf(url);
  const addresses = isIP(host) ? [host] : await resolveNow(host, resolve);
  const refusal = refusalOf(url, addresses, allowLocal);
  if (refusal) throw refused(refusal);
  return url.href;
}

/**
 * `undefined` if a webhook may go to all these addresses. One blocked address is enough: any of them may be used. `port` is empty
 * for the scheme's default.
 */
export function refusalOf(
  { protocol, port }: { protocol: string; port: string },
  addresses: readonly string[],
  allowLocal: boolean,
): string | undefined {
  if (protocol !== "https:" && !(allowLocal && protocol === "http:"))
    return "must start with https://";
  const remote = addresses.filter((address) => !(allowLocal && isLoopbackAddress(address)));
  if (!remote.every(isPublicAddress)) return "must resolve to a public address";
  const isLocal = addresses.length > 0 && remote.length === 0;
  if (!isLocal && !PORTS[protocol]?.includes(port)) return "must use port 443 or 8443";
  return undefined;
}

/** Removes the brackets of IPv6 and a trailing dot. */
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
  // The same host must have the same share.
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
