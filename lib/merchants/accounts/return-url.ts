import { domainToASCII, domainToUnicode } from "node:url";

export const MAX_RETURN_URL_LENGTH = 2048;

// RFC 3986: scheme, authority without user info, then path, query and fragment. What browsers repair on their own
// (tabs, newlines, backslashes, `https:host`) does not match, so everyone reads the address alike.
const CLEAN_URL =
  /^https?:\/\/(?<host>\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?([/?#][a-z0-9\-._~:/?#[\]@!$&'()*+,;=%]*)?$/i;

/** Tells whether shoppers may be sent to `text` after a payment: https, or http to a loopback host. */
export function isReturnUrl(text: string): boolean {
  if (text.length > MAX_RETURN_URL_LENGTH) return false;
  const host = CLEAN_URL.exec(text)?.groups?.["host"]?.toLowerCase();
  if (host === undefined || !URL.canParse(text)) return false;
  const url = new URL(text);
  // A host that the parser rewrites (0x7f.1, leading zeros) is not the one people read.
  if (url.hostname !== host || !isReadableHost(host)) return false;
  return url.protocol === "https:" || isLoopback(url.hostname);
}

/** Returns whether every `xn--` label of a host decodes to text (UTS #46). */
function isReadableHost(host: string): boolean {
  const text = domainToUnicode(host);
  return domainToASCII(text) === host && !/(^|\.)xn--/.test(text);
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Tells whether a URL that passed {@link isReturnUrl} is good for test mode only. */
export function isLocalReturnUrl(url: string | undefined): boolean {
  return url !== undefined && /^http:/i.test(url);
}
