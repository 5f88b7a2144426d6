import { en, type Messages } from "./messages/en.ts";

type Language = {
  messages: Messages;
  /** BCP 47 tag that dates, times and amounts are written in. */
  tag: string;
  dir: "ltr" | "rtl";
};

/** The languages on offer. A new one is a file in `messages` and a line here. */
export const LANGUAGES = {
  en: { messages: en, tag: "en-GB", dir: "ltr" },
} as const satisfies Record<string, Language>;

export type Locale = keyof typeof LANGUAGES;

const DEFAULT_LOCALE: Locale = "en";

/** Picks the language: what was asked for (`?lang=`), then the browser's `Accept-Language`, then English. */
export function pickLocale(asked: string | null, acceptLanguage: string | null): Locale {
  const wishes = [asked ?? "", ...byPreference(acceptLanguage ?? "")];
  return wishes.map(offered).find((locale) => locale !== undefined) ?? DEFAULT_LOCALE;
}

/** The offered locale for a BCP 47 tag, by its language: `en-US` → `en`. */
function offered(tag: string): Locale | undefined {
  const language = tag.trim().toLowerCase().split("-")[0] ?? "";
  return Object.hasOwn(LANGUAGES, language) ? (language as Locale) : undefined;
}

function byPreference(header: string): string[] {
  // A browser sends few languages; anything longer is not worth reading.
  const ranges = header
    .slice(0, 500)
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.split(";").map((piece) => piece.trim());
      const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    });
  return ranges
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
