import { data } from "currency-codes";

/** Per transaction, in minor units. */
export const MAX_AMOUNT = 99_999_999_999;

// ISO 4217 codes without a minor unit.
const NOT_PAYABLE = new Set("XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX".split(" "));

/** Of the minor unit. The package lacks ISO 4217 amendment 176. */
const DIGITS: ReadonlyMap<string, number> = new Map([
  ...data.map(({ code, digits }) => [code, digits] as const),
  ["XCG", 2],
]);

// Source: https://style-guide.europa.eu (ISO 4217 amendments 176 and 178), and Bulgaria's change to the euro. Older payments
// stay readable.
const WITHDRAWN: ReadonlyMap<string, string> = new Map([
  ["ANG", "2025-03-31"],
  ["BGN", "2026-01-01"],
  ["CUC", "2021-01-01"],
]);

/** ISO 8601 day; `undefined` if not withdrawn. */
export function withdrawnOn(currency: string): string | undefined {
  return WITHDRAWN.get(currency);
}

/** An upper-case ISO 4217 code that can be paid with. */
export function isCurrency(currency: string): boolean {
  return DIGITS.has(currency) && !NOT_PAYABLE.has(currency);
}

export const CURRENCIES: readonly string[] = [...DIGITS.keys()]
  .filter((currency) => isCurrency(currency) && !WITHDRAWN.has(currency))
  .sort();

/** ISO 4217: EUR 2, JPY 0, KWD 3. */
export function minorUnitDigits(currency: string): number {
  const digits = DIGITS.get(currency);
  if (digits === undefined) throw new RangeError(`unknown currency ${currency}`);
  return digits;
}

/** Without floats: (1250, "EUR") → "12.50". */
export function toDecimalString(amount: number, currency: string): string {
  if (amount < 0) return `-${toDecimalString(-amount, currency)}`;
  const digits = minorUnitDigits(currency);
  const padded = String(amount).padStart(digits + 1, "0");
  return digits === 0 ? padded : `${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

/** In the banking apps of a country (ISO 3166-1 alpha-2): (1250, "EUR", "DE") → "12,50", with "IE" "12.50". */
export function toTypedAmount(amount: number, currency: string, country: string): string {
  const { language, region } = new Intl.Locale(`und-${country}`).maximize();
  const sign = new Intl.NumberFormat(`${language}-${region}-u-nu-latn`)
    .formatToParts(0.5)
    .find(({ type }) => type === "decimal");
  return toDecimalString(amount, currency).replace(".", sign?.value ?? ".");
}

/** The lexical forms of `xs:decimal` without a minus: `12.50`, `+12.5`, `12.`, `.50`. */
export function fromDecimalString(text: string, currency: string): number | undefined {
  const digits = minorUnitDigits(currency);
  const match = /^\+?0*(\d{0,15})(?:\.(\d*))?$/.exec(text);
  if (!match || !/\d/.test(text)) return undefined;
  const fraction = (match[2] ?? "").replace(/0+$/, "");
  if (fraction.length > digits) return undefined;
  const amount = Number(`${match[1]}${fraction.padEnd(digits, "0")}`);
  return Number.isSafeInteger(amount) ? amount : undefined;
}

/**
 * As people write it in a language (BCP 47): ("1.234,50", "EUR", "de-DE") → 123450, and with the other sign where that can't be
 * thousands: ("12.50", "EUR", "de-DE") → 1250.
 */
export function fromTypedAmount(
  text: string,
  currency: string,
  locale: string,
): number | undefined {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: "latn" }).formatToParts(0.5);
  const decimal = parts.find(({ type }) => type === "decimal")?.value ?? ".";
  const bare = text
    .replaceAll(/[\s'’\p{Sc}]/gu, "")
    .replaceAll(/[٠-٩]/g, toLatin)
    .replace("٫", decimal);
  const group = decimal === "," ? "." : ",";
  const [whole = "", fraction, ...more] = bare.split(decimal);
  if (more.length > 0) return undefined;
  const isGrouped = new RegExp(`^\\d{1,3}(\\${group}\\d{3})+$`).test(whole);
  if (isGrouped) return decimalOf(whole.replaceAll(group, ""), fraction, currency);
  return fraction === undefined
    ? decimalOf(...splitAt(whole, group), currency)
    : decimalOf(whole, fraction, currency);
}

const toLatin = (digit: string) => String("٠١٢٣٤٥٦٧٨٩".indexOf(digit));

function splitAt(text: string, sign: string): [string, string | undefined] {
  const at = text.indexOf(sign);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function decimalOf(whole: string, fraction: string | undefined, currency: string) {
  return fromDecimalString(fraction === undefined ? whole : `${whole}.${fraction}`, currency);
}

/** `locale`: BCP 47. (1250, "EUR", "en") → "€12.50". */
export function formatAmount(amount: number, currency: string, locale = "en"): string {
  const decimal = toDecimalString(amount, currency);
  if (locale === "en" && amount < 0) return `-${formatAmount(-amount, currency)}`;
  if (locale === "en") return `${englishSign(currency)}${grouped(decimal)}`;
  return formatOf(currency, locale).format(decimal as Intl.StringNumericLiteral);
}

// Intl took a tenth of the time of a list.
function grouped(decimal: string): string {
  const point = decimal.indexOf(".");
  let start = point < 0 ? decimal.length : point;
  let text = decimal;
  while (start > 3) {
    start -= 3;
    text = `${text.slice(0, start)},${text.slice(start)}`;
  }
  return text;
}

const signs = new Map<string, string>();

function englishSign(currency: string): string {
  const known = signs.get(currency);
  if (known !== undefined) return known;
  const [sign = ""] = formatOf(currency, "en").format(0).split("0");
  signs.set(currency, sign);
  return sign;
}

// Creating one takes twenty times as long as using it.
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string, locale: string): Intl.NumberFormat {
  const name = `${currency} ${locale}`;
  const known = formats.get(name);
  if (known) return known;
  const digits = minorUnitDigits(currency);
  const format = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  formats.set(name, format);
  return format;
}
