import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { languageOf } from "#lib/platform/i18n/locale.ts";
import { minorUnitDigits } from "#lib/platform/values/money.ts";

const SECOND_MS = 1000;
const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** Sums are bigint: a year's total may exceed a number. */
export function createFigureText(text: MerchantText) {
  const { tag } = languageOf(text.locale);
  const words = text.messages.overview;
  const zone = { timeZone: "UTC" } as const;
  const shortDay = new Intl.DateTimeFormat(tag, { day: "numeric", month: "short", ...zone });
  const fullDay = new Intl.DateTimeFormat(tag, {
    weekday: "short",
    day: "numeric",
    month: "short",
    ...zone,
  });
  const percent = new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 1 });
  const plain = new Intl.NumberFormat(tag);
  const onePlace = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 });

  return {
    /** Exact, from minor units. */
    money(total: bigint, currency: string): string {
      const digits = minorUnitDigits(currency);
      return new Intl.NumberFormat(tag, {
        style: "currency",
        currency,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }).format(toDecimal(total, digits));
    },
    /** From minor units, to three digits: "€1.2k". */
    roughMoney(total: bigint, currency: string): string {
      return new Intl.NumberFormat(tag, {
        style: "currency",
        currency,
        notation: "compact",
        maximumSignificantDigits: 3,
        minimumFractionDigits: 0,
      }).format(toDecimal(total, minorUnitDigits(currency)));
    },
    count: (value: number) => plain.format(value),
    /** 0 … 1. */
    share: (value: number) => percent.format(value),
    points: (value: number) =>
      text.format(words.points, { points: onePlace.format(Math.abs(value) * 100) }),
    /** YYYY-MM-DD. */
    shortDay: (day: string) => shortDay.format(new Date(day)),
    fullDay: (day: string) => fullDay.format(new Date(day)),
    duration(ms: number): string {
      const seconds = ms / SECOND_MS;
      if (seconds < 10) return text.format(words.seconds, { seconds: onePlace.format(seconds) });
      const whole = Math.round(seconds);
      const rest = (unit: number) => Math.floor(whole / unit);
      if (whole < MINUTE_S) return text.format(words.seconds, { seconds: whole });
      if (whole < HOUR_S) {
        return text.format(words.minutes, { minutes: rest(MINUTE_S), seconds: whole % MINUTE_S });
      }
      if (whole < DAY_S) {
        const minutes = rest(MINUTE_S) % 60;
        return text.format(words.hours, { hours: rest(HOUR_S), minutes });
      }
      return text.format(words.daysAndHours, { days: rest(DAY_S), hours: rest(HOUR_S) % 24 });
    },
  };
}

function toDecimal(total: bigint, digits: number): Intl.StringNumericLiteral {
  const padded = String(total).padStart(digits + 1, "0");
  const decimal = digits === 0 ? padded : `${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
  return decimal as Intl.StringNumericLiteral;
}
