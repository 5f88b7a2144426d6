import { IntlMessageFormat } from "intl-messageformat";
import { formatAmount } from "#lib/platform/values/money.ts";
import { isolate } from "./bidi.ts";
import { utcTime } from "./exact-time.ts";
import { type Locale, languageOf } from "./locale.ts";
import { type MerchantMessages, merchant, type ShopperMessages } from "./messages/en.ts";

export type MessageValues = Record<string, string | number>;

const parsed = new Map<string, IntlMessageFormat>();

/** `<` is plain text. Values against the sentence's direction are isolated. */
export function translate(message: string, values: MessageValues, locale: Locale): string {
  const key = `${locale}:${message}`;
  const { tag, dir } = languageOf(locale);
  let format = parsed.get(key);
  if (!format) {
    format = new IntlMessageFormat(message, tag, undefined, { ignoreTag: true });
    parsed.set(key, format);
  }
  const isolated = Object.entries(values).map(([name, value]) => [name, isolate(value, dir)]);
  return String(format.format(Object.fromEntries(isolated)));
}

export type Text = {
  locale: Locale;
  dir: "ltr" | "rtl";
  messages: ShopperMessages;
  linkQuery: { lang?: Locale };
  format(message: string, values?: MessageValues): string;
  /** Minor units of `currency`. */
  amount(amount: number, currency: string): string;
  /** `at`: ISO 8601. Shows the zone. */
  time(at: string): string;
  dateTime(at: string): string;
  date(at: string): string;
  ago(at: Date, now: Date): string;
};

/** English only. */
export type MerchantText = Text & { messages: MerchantMessages };

const SECOND = ["second", 1] as const;
/** In seconds, largest first. */
const UNITS = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  SECOND,
] as const;

type Formats = {
  time: Intl.DateTimeFormat;
  dateTime: Intl.DateTimeFormat;
  date: Intl.DateTimeFormat;
  relative: Intl.RelativeTimeFormat;
};

/** To make one costs more than to use it for a whole page. */
const made = new Map<string, Formats>();

function formatsOf(tag: string): Formats {
  const known = made.get(tag);
  if (known) return known;
  const zone = { timeZone: "UTC", timeZoneName: "short" } as const;
  const clock = { hour: "2-digit", minute: "2-digit", ...zone } as const;
  const day = { day: "numeric", month: "long", year: "numeric" } as const;
  const formats = {
    time: new Intl.DateTimeFormat(tag, clock),
    dateTime: new Intl.DateTimeFormat(tag, { ...day, ...clock }),
    date: new Intl.DateTimeFormat(tag, { ...day, timeZone: "UTC" }),
    relative: new Intl.RelativeTimeFormat(tag, { numeric: "auto" }),
  };
  made.set(tag, formats);
  return formats;
}

/** Times are labelled as UTC: a server can't know the user's zone. */
export function createText(locale: Locale, linkQuery: { lang?: Locale } = {}): Text {
  const { messages, tag, dir } = languageOf(locale);
  const { time, dateTime, date, relative } = formatsOf(tag);
  return {
    locale,
    dir,
    messages,
    linkQuery,
    format: (message, values = {}) => translate(message, values, locale),
    amount: (amount, currency) => formatAmount(amount, currency, tag),
    time: (at) => time.format(new Date(at)),
    dateTime: (at) => dateTime.format(new Date(at)),
    date: (at) => date.format(new Date(at)),
    ago: (at, now) => {
      const seconds = (at.getTime() - now.getTime()) / 1000;
      const [unit, length] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? SECOND;
      return relative.format(Math.trunc(seconds / length), unit);
    },
  };
}

export function createMerchantText(): MerchantText {
  const text = createText("en");
  return {
    ...text,
    messages: { ...text.messages, ...merchant },
    dateTime: (at) => utcTime(new Date(at)),
  };
}
