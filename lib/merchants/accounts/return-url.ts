import { domainToASCII, domainToUnicode } from "node:url";
import { inNetworks } from "#lib/platform/net/networks.ts";

export const MAX_RETURN_URL_LENGTH = 2048;

// RFC 3986 without user info. Rejects what browsers repair (tabs, newlines, backslashes, `https:host`).
const CLEAN_URL =
  /^https?:\/\/(?<host>\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?([/?#][a-z0-9\-._~:/?#[\]@!$&'()*+,;=%]*)?$/i;

export const LOCAL_HOSTS =
  "localhost, a loopback, private or link-local address, or a name under .test, .local or .localhost";

const LOCAL_NAME = /^localhost$|[^.]\.(?:test|local|localhost)$/;

// RFC 1122, RFC 1918, RFC 3927; RFC 4291, RFC 4193.
const isLocalAddress = inNetworks([
  { address: "127.0.0.0", prefix: 8 },
  { address: "10.0.0.0", prefix: 8 },
  { address: "172.16.0.0", prefix: 12 },
  { address: "192.168.0.0", prefix: 16 },
  { address: "169.254.0.0", prefix: 16 },
  { address: "::1", prefix: 128 },
  { address: "fc00::", prefix: 7 },
  { address: "fe80::", prefix: 10 },
]);

export function isReturnUrl(text: string): boolean {
  if (text.length > MAX_RETURN_URL_LENGTH) return false;
  const host = CLEAN_URL.exec(text)?.groups?.["host"]?.toLowerCase();
  if (host === undefined || !URL.canParse(text)) return false;
  const url = new URL(text);
  // Rejects hosts that the parser rewrites (0x7f.1, leading zeros).
  if (url.hostname !== host || !isReadableHost(host)) return false;
  return url.protocol === "https:" || isLocalHost(url.hostname);
}

function isReadableHost(host: string): boolean {
  const text = domainToUnicode(host);
  return domainToASCII(text) === host && !/(^|\.)xn--/.test(text);
}

function isLocalHost(hostname: string): boolean {
  return LOCAL_NAME.test(hostname) || isLocalAddress(hostname.replace(/^\[(.*)\]$/, "$1"));
}

export function isLocalReturnUrl(url: string | undefined): boolean {
  return url !== undefined && /^http:/i.test(url);
}
