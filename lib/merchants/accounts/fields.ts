import { AppError } from "#lib/platform/failures/errors.ts";
import { parseIban } from "#lib/platform/values/iban.ts";
import { isPrintable } from "#lib/platform/values/printable.ts";
import { isAppScheme } from "./app-scheme.ts";
import { parseOrigin } from "./origin.ts";

// ISO 20022 Max70Text: banks' limit for an account holder's name.
export const MAX_NAME_LENGTH = 70;
export const MAX_APP_SCHEMES = 20;
export const MAX_EMBED_ORIGINS = 50;

/** @throws AppError `invalid_request` */
export function parsePayee(input: { iban: string; name: string }): { iban: string; name: string } {
  const name = input.name.trim();
  if (!isPrintable(name, MAX_NAME_LENGTH)) {
    throw wrongField("name", `must be a string of 1 to ${MAX_NAME_LENGTH} printable characters`);
  }
  const iban = parseIban(input.iban);
  if (!iban) throw wrongField("iban", "is not a valid IBAN");
  return { iban, name };
}

/** @throws AppError `invalid_request` */
export function parseOrigins(texts: string[]): string[] {
  return texts.map((text) => {
    const origin = parseOrigin(text);
    if (!origin) throw wrongField("origin", "must look like https://shop.example");
    return origin;
  });
}

/**
 * Removes duplicates.
 * @throws AppError `invalid_request`
 */
export function parseAppSchemes(texts: string[]): string[] {
  const schemes = [...new Set(texts)];
  if (schemes.length > MAX_APP_SCHEMES) {
    throw wrongField("app-scheme", `may be given at most ${MAX_APP_SCHEMES} times`);
  }
  if (!schemes.every(isAppScheme)) {
    throw wrongField("app-scheme", "must be a URL scheme of at most 40 characters, such as myapp");
  }
  return schemes;
}

function wrongField(path: string, message: string): AppError {
  return new AppError("invalid_request", {
    detail: `${path} ${message}`,
    fields: [{ path, message }],
  });
}
