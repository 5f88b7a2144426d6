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

type Language = {
  messages: ShopperMessages;
  /** BCP 47 tag that dates, times and amounts are written in. */
  tag: string;
  dir: "ltr" | "rtl";
};

/** The languages on offer. A new one is a file in `messages` and a line here. */
export const LANGUAGES = {
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
  ar: { messages: ar, tag: "ar-u-nu-latn", dir: "rtl" },
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
