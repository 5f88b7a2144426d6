import { electronicFormatIBAN, friendlyFormatIBAN, isValidIBAN } from "ibantools";

/** Brings an IBAN to its electronic form (no spaces, upper case), or `undefined` if structure or mod 97 is wrong (ISO 13616). */
export function parseIban(text: string): string | undefined {
  const iban = electronicFormatIBAN(text);
  return iban && isValidIBAN(iban) ? iban : undefined;
}

/** Groups an IBAN by four for reading. */
export function formatIban(iban: string): string {
  return friendlyFormatIBAN(iban) ?? iban;
}

/** Shows only the country and the last four characters: `NL•• •••• 4300`. */
export function maskIban(iban: string): string {
  return `${iban.slice(0, 2)}•• •••• ${iban.slice(-4)}`;
}
