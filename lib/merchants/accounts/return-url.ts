import { domainToASCII, domainToUnicode } from "node:url";

export const MAX_RETURN_URL_LENGTH = 2048;

// RFC 3986 without user info. Rejects what browsers repair (tabs, newlines, backslashes, `https:host`), so all software reads the
// same URL.
const CLEAN_URL =
  /^https?:\/\/(?<host>\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?([/?#][a-z0-9\-._~:/?#[\]@!$&'()*+,;=%]*)?$/i;

/** https, or http to a loopback host. */
export function isReturnUrl(text: string): boolean {
  if (text.length > MAX_RETURN_URL_LENGTH) return false;
  const host = CLEAN_URL.exec(text)?.groups?.["host"]?.toLowerCase();
  if (host === undefined || !URL.canParse(text)) return false;
  const url = new URL(text);
  // Rejects hosts that the parser rewrites (0x7f.1, leading zeros).
  if (url.hostname !== host || !isReadableHost(host)) return false;
  return url.protocol === "https:" || isLoopback(url.hostname);
}

/** Whether every `xn--` label decodes to text (UTS #46). */
function isReadableHost(host: string): boolean {
  const text = domainToUnicode(host);
  return domainToASCII(text) === host && !/(^|\.)xn--/.test(text);
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Whether a URL that passed {@link isReturnUrl} is for test mode only. */
export function isLocalReturnUrl(url: string | undefined): boolean {
  return url !== undefined && /^http:/i.test(url);
}
