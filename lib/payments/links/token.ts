import { randomInt } from "node:crypto";

/** Crockford's base32: people type it, and mix up the letters that it lacks. */
const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";

// 60 random bits.
const LENGTH = 12;

const FORM = new RegExp(`^[${DIGITS}]{${LENGTH}}$`);

export function newLinkToken(): string {
  return Array.from({ length: LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join("");
}

/** As stored, of what may be in capitals or mistyped. `undefined` for what is no token. */
export function readLinkToken(text: string): string | undefined {
  const token = text.toLowerCase().replaceAll("o", "0").replaceAll(/[il]/g, "1");
  return FORM.test(token) ? token : undefined;
}

/** `bytes`: one digit for each. */
export function toDigits(bytes: Iterable<number>): string {
  return Array.from(bytes, (byte) => DIGITS[byte % DIGITS.length]).join("");
}
