import { nationalNumber, parseIban } from "#lib/platform/values/iban.ts";
import { wrongStatement } from "./statement.ts";

/** `own`: the one of the merchant's IBANs that is meant. */
export type NamedAccount = { iban: string | undefined; own: string | undefined };

/** `text`: an IBAN, or a national number with or without its bank, and a currency behind it. */
export function findAccount(text: string, ibans: readonly string[]): NamedAccount {
  const solid = text.replace(/[\s-]/g, "").toUpperCase();
  const forms = [solid, solid.replace(/[A-Z]{3}$/, "")];
  const iban = forms.map(parseIban).find((each) => each !== undefined);
  if (iban !== undefined) return { iban, own: ibans.includes(iban) ? iban : undefined };
  const [own, ...others] = ibans.filter((each) => forms.some((form) => isNumberOf(each, form)));
  return { iban, own: others.length === 0 ? own : undefined };
}

function isNumberOf(iban: string, text: string): boolean {
  const { bank, account } = nationalNumber(iban);
  const [first = "", second] = text.split("/");
  if (second !== undefined) return first === bank && unfilled(second) === unfilled(account);
  return [bank + account, account].some((each) => unfilled(each) === unfilled(text));
}

function unfilled(number: string): string {
  return number.replace(/^0+/, "");
}

/** @throws AppError `invalid_request` where none is the merchant's */
export function requireOwn(accounts: readonly NamedAccount[]): void {
  if (accounts.some(({ own }) => own !== undefined)) return;
  const isNamed = accounts.some(({ iban }) => iban !== undefined);
  throw wrongStatement(isNamed ? "statement_account" : "statement_no_iban");
}
