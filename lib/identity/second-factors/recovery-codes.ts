import { randomInt } from "node:crypto";

const RECOVERY_CODES = 10;

// Crockford's base32: no look-alikes. 2^80 codes are too many to search for a digest.
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 16;

export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const characters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
    return characters.join("").replaceAll(/(.{4})(?=.)/g, "$1-");
  });
}

/** Ignores blanks, dashes and case, and corrects look-alikes. */
export function asRecoveryCode(typed: string): string | undefined {
  const code = typed
    .replaceAll(/[\s\p{Pd}]/gu, "")
    .toLowerCase()
    .replaceAll("o", "0")
    .replaceAll(/[il]/g, "1");
  return code.length === LENGTH && [...code].every((each) => ALPHABET.includes(each))
    ? code
    : undefined;
}
