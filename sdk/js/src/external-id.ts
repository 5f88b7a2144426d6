import { BanksideError } from "./bankside-error.ts";

// The service counts characters, not UTF-16 units.
const EXTERNAL_ID = /^[^\p{C}\p{Zl}\p{Zp}]{1,128}$/u;

export function isExternalId(text: string): boolean {
  return EXTERNAL_ID.test(text);
}

/** @throws {@link BanksideError} `invalid_external_id`. */
export function checkExternalId(externalId: string): void {
  if (typeof externalId === "string" && isExternalId(externalId)) return;
  throw new BanksideError(
    "invalid_external_id",
    "externalId must be a string of 1 to 128 printable characters",
  );
}
