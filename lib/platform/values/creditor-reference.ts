import { randomInt } from "node:crypto";

/** Without `RF` and check digits. Few enough to type, enough for all payments. */
const OWN_DIGITS = 12;

/** Electronic form (ISO 11649). `undefined` if the structure or mod 97-10 is wrong. */
export function parseCreditorReference(text: string): string | undefined {
  const reference = text.replace(/\s/g, "").toUpperCase();
  if (!/^RF\d{2}[0-9A-Z]{1,21}$/.test(reference)) return undefined;
  return remainder(`${reference.slice(4)}${reference.slice(0, 4)}`) === 1 ? reference : undefined;
}

/** ISO 11649, such as `RF18539007547034`. */
export function createCreditorReference(digits = randomDigits()): string {
  const check = 98 - remainder(`${digits}RF00`);
  return `RF${String(check).padStart(2, "0")}${digits}`;
}

export function formatCreditorReference(reference: string): string {
  return reference.replace(/(.{4})(?=.)/g, "$1 ");
}

/** Ignores blanks and dots. `undefined` for none or several. */
export function findCreditorReference(text: string): string | undefined {
  const found = likeOwn(text).map(parseCreditorReference);
  const [only, ...others] = new Set(found.filter((reference) => reference !== undefined));
  return others.length === 0 ? only : undefined;
}

export function findLikeOwn(text: string): string | undefined {
  return likeOwn(text)[0];
}

export function isLikeOwn(text: string): boolean {
  const solid = solidOf(text);
  return likeOwn(solid)[0] === solid;
}

function likeOwn(text: string): string[] {
  const pattern = new RegExp(`RF\\d{${2 + OWN_DIGITS}}`, "g");
  return [...solidOf(text).matchAll(pattern)].map(([match]) => match);
}

function solidOf(text: string): string {
  return text.replace(/[\s./-]/g, "").toUpperCase();
}

function randomDigits(): string {
  return String(randomInt(10 ** OWN_DIGITS)).padStart(OWN_DIGITS, "0");
}

/** ISO 7064: letters count as 10 to 35. */
function remainder(text: string): number {
  let rest = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}
