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

/** Ours, in electronic form, without doubles. Ignores blanks and dots, and zeros in front. */
export function ownReferencesIn(text: string): string[] {
  const found = likeOwn(text).filter((each) => parseCreditorReference(each) !== undefined);
  return [...new Set(found)];
}

/** The text is nothing but one of ours. */
export function parseOwnReference(text: string): string | undefined {
  const [, check, digits] = WHOLE.exec(solidOf(text)) ?? [];
  return digits === undefined ? undefined : parseCreditorReference(`RF${check}${digits}`);
}

export function findLikeOwn(text: string): string | undefined {
  return likeOwn(text)[0];
}

// Filled with zeros, it has up to 25 characters and the same check digits (ISO 11649).
const ANY = new RegExp(`RF(\\d{2})(\\d{${OWN_DIGITS},21})`, "g");
const WHOLE = new RegExp(`^RF(\\d{2})0{0,9}(\\d{${OWN_DIGITS}})$`);

function likeOwn(text: string): string[] {
  return [...solidOf(text).matchAll(ANY)].flatMap(([, check = "", digits = ""]) => {
    const next = `RF${check}${digits.slice(0, OWN_DIGITS)}`;
    if (!/^0+$/.test(digits.slice(0, -OWN_DIGITS))) return next;
    // More digits may follow ours, which may begin with zeros. One in a hundred can be read both ways.
    const filled = `RF${check}${digits.slice(-OWN_DIGITS)}`;
    const valid = [next, filled].filter((each) => parseCreditorReference(each) !== undefined);
    return valid.length > 0 ? valid : filled;
  });
}

function solidOf(text: string): string {
  return text.replace(/[\s\p{Cf}./-]/gu, "").toUpperCase();
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
