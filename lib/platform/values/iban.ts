import { electronicFormatIBAN, extractIBAN, friendlyFormatIBAN, isValidIBAN } from "ibantools";

/** ISO 13616, without spaces, in upper case. `undefined` if invalid. */
export function parseIban(text: string): string | undefined {
  const iban = electronicFormatIBAN(text);
  return iban && isValidIBAN(iban) ? iban : undefined;
}

/** With the check digits that its country and number need, in place of its own. `undefined` if it would still be invalid. */
export function withCheckDigits(text: string): string | undefined {
  const country = text.slice(0, 2);
  const number = text.slice(4);
  if (!/^[A-Z]{2}$/.test(country) || !/^[A-Z0-9]{5,30}$/.test(number)) return undefined;
  let rest = 0;
  for (const character of `${number}${country}00`) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return parseIban(`${country}${String(98 - rest).padStart(2, "0")}${number}`);
}

export function formatIban(iban: string): string {
  return friendlyFormatIBAN(iban) ?? iban;
}

/** `NL•• •••• 4300`. */
export function maskIban(iban: string): string {
  return `${iban.slice(0, 2)}•• •••• ${iban.slice(-4)}`;
}

// Not inside ids of accounts. Without spaces, or in groups of four.
const LIKE_IBANS =
  /(?<!acct_[0-9a-z]{0,25})[a-z]{2}\d{2}(?:[a-z0-9]{11,30}|(?:[ _-][a-z0-9]{4}){2,7}(?:[ _-][a-z0-9]{1,3})?)/gi;

/** Also what only looks like one: for logs. */
export function maskIbansIn(text: string): string {
  return text.replace(LIKE_IBANS, maskIban);
}

/** What an IBAN has behind its check digits. `bank`: empty where a country's registry does not start with one. */
export function nationalNumber(iban: string): { bank: string; account: string } {
  const whole = iban.slice(4);
  const { bankIdentifier: bank = "" } = extractIBAN(iban);
  return whole.startsWith(bank)
    ? { bank, account: whole.slice(bank.length) }
    : { bank: "", account: whole };
}
