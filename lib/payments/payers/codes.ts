import { randomInt, timingSafeEqual } from "node:crypto";
import type { Seal } from "#lib/platform/crypto/seal.ts";

const DIGITS = 6;
const MAX_TYPED_LENGTH = 200;

// Zeros of Arabic, Persian, Devanagari, Bengali and full-width digits.
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xff10];

export function newCode(): string {
  return String(randomInt(10 ** DIGITS)).padStart(DIGITS, "0");
}

/** Accepts spaces, dashes, digits of other scripts, or a pasted mail with one run of six digits. */
export function parseCode(typed: string): string | undefined {
  if (typed.length > MAX_TYPED_LENGTH) return undefined;
  const text = typed.replace(/\p{Cf}/gu, "").replace(/\p{Nd}/gu, toAsciiDigit);
  const code = text.replace(/[\s\p{Pd}]/gu, "");
  if (/^[0-9]{6}$/.test(code)) return code;
  const [only, ...more] = text.match(/(?<![\p{L}\p{N}.,+])\d{6}(?![\p{L}\p{N}]|[.,]\d)/gu) ?? [];
  return more.length === 0 ? only : undefined;
}

function toAsciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  const zero = ZEROS.find((first) => point >= first && point <= first + 9);
  return zero === undefined ? digit : String(point - zero);
}

/** Keyed, because a million codes are quickly guessed, and bound to its row. */
export function codeMac(seal: Seal, id: string, code: string): string {
  return seal.mac(`${id}:${code}`, "payer-code");
}

/** Constant time. */
export function isCodeOf(seal: Seal, id: string, code: string, mac: string): boolean {
  const expected = Buffer.from(mac, "hex");
  const given = Buffer.from(codeMac(seal, id, code), "hex");
  return expected.length === given.length && timingSafeEqual(expected, given);
}
