import { LANGUAGES, languageNames, type OfferedLocale } from "./locale.ts";

export type LanguageLink = {
  locale: OfferedLocale;
  name: string;
  dir: "ltr" | "rtl";
  href: string;
};

export type LanguageChoice = {
  current: string | undefined;
  address: string;
  links: LanguageLink[] | undefined;
};

export function languageLinks(query: string): LanguageLink[] {
  return languageNames().map(([locale, name]) => {
    const changed = new URLSearchParams(query);
    changed.set("lang", locale);
    return { locale, name, dir: LANGUAGES[locale].dir, href: `?${changed}` };
  });
}
