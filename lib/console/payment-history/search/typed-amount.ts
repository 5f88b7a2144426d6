import {
  CURRENCIES,
  fromDecimalString,
  isCurrency,
  minorUnitDigits,
} from "#lib/platform/values/money.ts";

/** Minor units in any currency with `digits` decimals, or in `currency` alone. */
export type TypedAmount = { amount: number; digits: number; currency: string | undefined };

// Signs that mean one currency. "$" and "kr" are of several, and only removed.
const SIGNS: Readonly<Record<string, string>> = { "€": "EUR", "£": "GBP", zł: "PLN", Kč: "CZK" };

const NUMBER = /^(?<sign>[^\d\s]{0,3})\s*(?<number>\d[\d.,'’\s]*)\s*(?<after>[^\d\s]{0,3})$/u;

const SAMPLES = [...new Map(CURRENCIES.map((each) => [minorUnitDigits(each), each]))];

export const UNCOMMON_DIGITS: ReadonlyMap<number, readonly string[]> = new Map(
  SAMPLES.map(([digits]) => digits)
    .filter((digits) => digits !== 2)
    .map((digits) => [digits, CURRENCIES.filter((each) => minorUnitDigits(each) === digits)]),
);

/** Every amount that the text can mean: `71.81`, `€71.81`, `71,81`, `1.234,50 EUR`. */
export function readTypedAmounts(text: string): TypedAmount[] {
  const { sign = "", number, after = "" } = NUMBER.exec(text.trim())?.groups ?? {};
  if (number === undefined || (sign !== "" && after !== "")) return [];
  const unit = sign || after;
  const currency = SIGNS[unit] ?? (isCurrency(unit.toUpperCase()) ? unit.toUpperCase() : undefined);
  if (currency === undefined && !/^(\p{Sc}|kr\.?|Fr\.?|)$/u.test(unit)) return [];
  const samples =
    currency === undefined ? SAMPLES : [[minorUnitDigits(currency), currency] as const];
  return samples.flatMap(([digits, sample]) =>
    decimalsOf(number).flatMap((decimal) => {
      const amount = fromDecimalString(decimal, sample);
      return amount === undefined || amount === 0 ? [] : [{ amount, digits, currency }];
    }),
  );
}

/** "1,234" can be thousands and, in currencies with three decimals, a fraction. */
function decimalsOf(number: string): string[] {
  const plain = number.replace(/[\s'’]/gu, "");
  const digits = (text: string) => text.replace(/[.,]/g, "");
  if (/^\d+$/.test(plain)) return [plain];
  const grouped = /^\d{1,3}([.,])\d{3}(?:\1\d{3})*$/.test(plain) ? [digits(plain)] : [];
  const [, whole, fraction] =
    /^(\d+|\d{1,3}(?:,\d{3})+(?=\.)|\d{1,3}(?:\.\d{3})+(?=,))[.,](\d+)$/.exec(plain) ?? [];
  return whole === undefined ? grouped : [...grouped, `${digits(whole)}.${fraction}`];
}
