import { BanksideError } from "./bankside-error.ts";

const MAX_LENGTH = 512;
const RETURN_ADDRESS = /^[a-z][a-z0-9+.-]*(?::[a-z0-9._~/-]*(?:\?[a-z0-9._~=&-]*)?)?$/i;
// These lead to a web page, a script or a file, never to one app.
const NOT_AN_APP =
  /^(?:http[a-z0-9+.-]*|wss?|ftp|javascript|data|vbscript|blob|file|filesystem|about|intent|content|view-source|mailto|tel|sms)(?::|$)/;

/** The scheme of an address, in lower case; `undefined` if it has none. */
export function schemeOf(address: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase();
}

/** The scheme of what an app gives as its own: `myapp`, `myapp:`, `myapp://pay` → `myapp`. */
export function ownScheme(urlScheme: string): string {
  return schemeOf(urlScheme) ?? urlScheme.toLowerCase();
}

/** Throws {@link BanksideError} `invalid_url_scheme` for what can't lead back to an app. */
export function checkUrlScheme(urlScheme: string): void {
  const isGood =
    urlScheme.length <= MAX_LENGTH &&
    RETURN_ADDRESS.test(urlScheme) &&
    urlScheme === urlScheme.toLowerCase() &&
    !NOT_AN_APP.test(urlScheme);
  if (isGood) return;
  throw new BanksideError(
    "invalid_url_scheme",
    "urlScheme must be a scheme of the app's own in lower case, such as myapp or myapp://pay",
  );
}
