import { randomInt } from "node:crypto";

/** How many recovery codes somebody gets at once. */
const RECOVERY_CODES = 10;

// Crockford's base32: no two of its characters look alike. Of 16 there are 2^80: too many to search for a stolen digest.
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 16;

/** Makes recovery codes, as they are shown: `7k3m-x0qp-9trv-2hzc`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const characters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
    return characters.join("").replaceAll(/(.{4})(?=.)/g, "$1-");
  });
}

/**
 * A recovery code as it was typed, in the one spelling that is digested: without blanks and dashes, whatever the case,
 * and with characters mistaken for others put right. `undefined` if it can't be one.
 */
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
