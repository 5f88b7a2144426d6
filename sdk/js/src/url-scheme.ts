import { BanksideError } from "./bankside-error.ts";

const MAX_LENGTH = 512;
const RETURN_ADDRESS = /^[a-z][a-z0-9+.-]*(?::[a-z0-9._~/-]*(?:\?[a-z0-9._~=&-]*)?)?$/i;
// They open a web page, script or file, never one app.
const NOT_AN_APP =
  /^(?:http[a-z0-9+.-]*|wss?|ftp|javascript|data|vbscript|blob|file|filesystem|about|intent|content|view-source|mailto|tel|sms)(?::|$)/;

/** In lower case. `undefined` if there is none. */
export function schemeOf(address: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase();
}

/** `myapp`, `myapp:`, `myapp://pay` → `myapp`. */
export function ownScheme(urlScheme: string): string {
  return schemeOf(urlScheme) ?? urlScheme.toLowerCase();
}

/** @throws {@link BanksideError} `invalid_url_scheme`. */
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
