import { ar } from "./messages/ar.ts";
import { cs } from "./messages/cs.ts";
import { da } from "./messages/da.ts";
import { de } from "./messages/de.ts";
import { el } from "./messages/el.ts";
import { type ShopperMessages, shopper } from "./messages/en.ts";
import { es } from "./messages/es.ts";
import { fi } from "./messages/fi.ts";
import { fr } from "./messages/fr.ts";
import { hu } from "./messages/hu.ts";
import { it } from "./messages/it.ts";
import { nl } from "./messages/nl.ts";
import { pl } from "./messages/pl.ts";
import { pt } from "./messages/pt.ts";
import { ro } from "./messages/ro.ts";
import { sv } from "./messages/sv.ts";
import { pseudoMessages } from "./pseudo.ts";
import { primaryLanguage } from "./tags.ts";

type Language = {
  messages: ShopperMessages;
  /** BCP 47, for dates, times and amounts. */
  tag: string;
  dir: "ltr" | "rtl";
};

/** A message dropped in English is an error. */
type OnlyKnown<M, Shape> = M extends string
  ? string
  : { [K in keyof M]: K extends keyof Shape ? OnlyKnown<M[K], Shape[K]> : never };

export function offer<const L extends Record<string, Language>>(
  languages: L & { [K in keyof L]: { messages: OnlyKnown<L[K]["messages"], ShopperMessages> } },
): L {
  return languages;
}

export const LANGUAGES = offer({
  en: { messages: shopper, tag: "en-GB", dir: "ltr" },
  de: { messages: de, tag: "de-DE", dir: "ltr" },
  fr: { messages: fr, tag: "fr-FR", dir: "ltr" },
  es: { messages: es, tag: "es-ES", dir: "ltr" },
  it: { messages: it, tag: "it-IT", dir: "ltr" },
  nl: { messages: nl, tag: "nl-NL", dir: "ltr" },
  pt: { messages: pt, tag: "pt-PT", dir: "ltr" },
  pl: { messages: pl, tag: "pl-PL", dir: "ltr" },
  sv: { messages: sv, tag: "sv-SE", dir: "ltr" },
  da: { messages: da, tag: "da-DK", dir: "ltr" },
  fi: { messages: fi, tag: "fi-FI", dir: "ltr" },
  cs: { messages: cs, tag: "cs-CZ", dir: "ltr" },
  el: { messages: el, tag: "el-GR", dir: "ltr" },
  ro: { messages: ro, tag: "ro-RO", dir: "ltr" },
  hu: { messages: hu, tag: "hu-HU", dir: "ltr" },
  // The digits of bank pages in the Arab world.
  ar: { messages: ar, tag: "ar-u-nu-latn", dir: "rtl" },
});

export type OfferedLocale = keyof typeof LANGUAGES;

/** Shows testers untranslated and too narrow texts. */
export const PSEUDO_LOCALE = "qps";

export type Locale = OfferedLocale | typeof PSEUDO_LOCALE;

const DEFAULT_LOCALE: OfferedLocale = "en";

const PSEUDO: Language = { messages: pseudoMessages(shopper), tag: "en-GB", dir: "ltr" };

export function languageOf(locale: Locale): Language {
  return locale === PSEUDO_LOCALE ? PSEUDO : LANGUAGES[locale];
}

/** `[["cs", "Čeština"], ["da", "Dansk"], …]`. */
export function languageNames(): readonly [OfferedLocale, string][] {
  names ??= sortedNames();
  return names;
}

let names: [OfferedLocale, string][] | undefined;

function sortedNames(): [OfferedLocale, string][] {
  const locales = Object.keys(LANGUAGES) as OfferedLocale[];
  const { compare } = new Intl.Collator(LANGUAGES[DEFAULT_LOCALE].tag);
  return locales
    .map((locale): [OfferedLocale, string] => [locale, ownName(locale)])
    .toSorted(([, one], [, other]) => compare(one, other));
}

// Most languages write their name in lower case, but capitalised in a list.
function ownName(locale: OfferedLocale): string {
  const { tag } = LANGUAGES[locale];
  const [first = "", ...rest] =
    new Intl.DisplayNames(tag, { type: "language" }).of(locale) ?? locale;
  return first.toLocaleUpperCase(tag) + rest.join("");
}

export function pickLocale(asked: string | null, acceptLanguage: string | null): OfferedLocale {
  const wishes = [asked ?? "", ...byPreference(acceptLanguage ?? "")];
  return wishes.map(offeredLocale).find((locale) => locale !== undefined) ?? DEFAULT_LOCALE;
}

/** `undefined` if not offered, or for the pseudo-language without `mayTest`. */
export function askedLocale(lang: string, mayTest: boolean): Locale | undefined {
  if (lang === PSEUDO_LOCALE) return mayTest ? PSEUDO_LOCALE : undefined;
  return offeredLocale(lang);
}

/** The nearest one. */
export function offeredLocale(tag: string): OfferedLocale | undefined {
  const language = primaryLanguage(tag);
  return Object.hasOwn(LANGUAGES, language) ? (language as OfferedLocale) : undefined;
}

function byPreference(header: string): string[] {
  // Browsers send few languages.
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
