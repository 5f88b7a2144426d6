import { LANGUAGES, languageNames, type OfferedLocale } from "./locale.ts";

/** A page in one language, named in that language. */
export type LanguageLink = {
  locale: OfferedLocale;
  name: string;
  dir: "ltr" | "rtl";
  /** The rest of the address stays as it is. */
  href: string;
};

/** The page whose query is `query` in every language on offer, by name. */
export function languageLinks(query: string): LanguageLink[] {
  return languageNames().map(([locale, name]) => {
    const changed = new URLSearchParams(query);
    changed.set("lang", locale);
    return { locale, name, dir: LANGUAGES[locale].dir, href: `?${changed}` };
  });
}
