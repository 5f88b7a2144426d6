import { randomInt, timingSafeEqual } from "node:crypto";
import type { Seal } from "#lib/platform/crypto/seal.ts";

const DIGITS = 6;
const MAX_TYPED_LENGTH = 200;

// The zeros of the decimal digits people type in: Arabic, Persian, Devanagari, Bengali and full-width.
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xff10];

/** Makes a code of six digits, each as likely as any other, from a secure random source. */
export function newCode(): string {
  return String(randomInt(10 ** DIGITS)).padStart(DIGITS, "0");
}

/**
 * Reads a code as people type or paste it, with spaces, dashes or digits of their script, or among the words of its mail
 * as the only run of six digits; `undefined` if there is none.
 */
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

/** What is stored of a code: keyed, since a million codes are tried in no time, and bound to its row. */
export function codeMac(seal: Seal, id: string, code: string): string {
  return seal.mac(`${id}:${code}`, "payer-code");
}

/** Tells whether `code` is the one a row's `mac` was made of, in constant time. */
export function isCodeOf(seal: Seal, id: string, code: string, mac: string): boolean {
  const expected = Buffer.from(mac, "hex");
  const given = Buffer.from(codeMac(seal, id, code), "hex");
  return expected.length === given.length && timingSafeEqual(expected, given);
}
