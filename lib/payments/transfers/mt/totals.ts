import { wrongStatement } from "#lib/payments/transfers/statement/statement.ts";
import { fromDecimalString, isCurrency } from "#lib/platform/values/money.ts";
import type { Entry } from "./entry.ts";
import { countOf, firstLine, type Message } from "./fields.ts";

const OPENING = ["60F", "60M"];
const CLOSING = ["62F", "62M"];

const WITH_CURRENCY = new Set([...OPENING, ...CLOSING, "34F", "90C", "90D"]);

const BALANCE = /^([CD])\d{6}([A-Z]{3})(\d{1,15}(?:,\d*)?)/;
const TOTAL = /^(\d{1,5})([A-Z]{3})(\d{1,15}(?:,\d*)?)/;

export function kindOf(message: Message): "mt940" | "mt942" | undefined {
  if (countOf(message, ...OPENING, ...CLOSING) > 0) return "mt940";
  return countOf(message, "34F", "13", "13D", "90C", "90D") > 0 ? "mt942" : undefined;
}

/** @throws AppError `invalid_request` for none or several */
export function currencyOf(message: Message): string {
  const found = message
    .filter(({ tag }) => WITH_CURRENCY.has(tag))
    .map(({ lines: [line = ""] }) => /[A-Z]{3}/.exec(line)?.[0] ?? "");
  const [currency, ...others] = new Set(found);
  if (currency === undefined || others.length > 0 || !isCurrency(currency)) {
    throw wrongStatement("statement_mt");
  }
  return currency;
}

/**
 * Payers write a part of what is in the file, and a careless bank could begin a line with it. What pretends to be an entry
 * changes the sum.
 * @throws AppError `invalid_request`
 */
export function checkTotals(message: Message, entries: Entry[], currency: string): void {
  const isRight =
    kindOf(message) === "mt940"
      ? addsUp(message, entries, currency)
      : hasTotals(message, entries, currency);
  if (!isRight) throw wrongStatement("statement_mt_totals");
}

function addsUp(message: Message, entries: Entry[], currency: string): boolean {
  const [opening, closing] = [OPENING, CLOSING].map((tags) =>
    countOf(message, ...tags) === 1 ? balanceOf(firstLine(message, ...tags), currency) : undefined,
  );
  if (opening === undefined || closing === undefined) return false;
  return entries.reduce((sum, entry) => sum + effectOf(entry), opening) === closing;
}

function balanceOf(text: string | undefined, currency: string): bigint | undefined {
  const [, sign, its, written = ""] = BALANCE.exec(text ?? "") ?? [];
  const amount = its === currency ? minorOf(written, currency) : undefined;
  if (amount === undefined) return undefined;
  return sign === "D" ? -amount : amount;
}

/** Expected entries are not booked. */
function effectOf({ mark, amount }: Entry): bigint {
  if (mark === "EC" || mark === "ED") return 0n;
  return mark === "C" || mark === "RD" ? BigInt(amount) : -BigInt(amount);
}

/** Of credits: number and sum. */
function hasTotals(message: Message, entries: Entry[], currency: string): boolean {
  const credits = entries.filter(({ mark }) => mark === "C" || mark === "RD");
  if (countOf(message, "90C") === 0) return credits.length === 0;
  const [, count, its, written = ""] = TOTAL.exec(firstLine(message, "90C") ?? "") ?? [];
  const total = its === currency ? minorOf(written, currency) : undefined;
  const sum = credits.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  return countOf(message, "90C") === 1 && Number(count) === credits.length && total === sum;
}

function minorOf(written: string, currency: string): bigint | undefined {
  const amount = fromDecimalString(written.replace(",", "."), currency);
  return amount === undefined ? undefined : BigInt(amount);
}
