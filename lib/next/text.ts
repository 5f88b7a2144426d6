import { headers } from "next/headers";
import { cache } from "react";
import {
  createMerchantText,
  createText,
  type MerchantText,
  type Text,
} from "#lib/platform/i18n/format.ts";
import { type LanguageLink, languageLinks } from "#lib/platform/i18n/language-links.ts";
import { askedLocale, PSEUDO_LOCALE, pickLocale } from "#lib/platform/i18n/locale.ts";
import { getServices } from "#lib/services/index.ts";
import {
  ASKED_LANGUAGE_HEADER,
  KEPT_QUERY_HEADER,
  LANGUAGES_HEADER,
  LANGUAGES_PARAMETER,
  MERCHANT_PAGE_HEADER,
} from "./page-request.ts";

/** The texts for the current request, in the reader's language. On a page of merchants that is English. */
export const requestText = cache(async (): Promise<Text> => {
  const list = await headers();
  if (list.has(MERCHANT_PAGE_HEADER)) return merchantText();
  const lang = list.get(ASKED_LANGUAGE_HEADER) ?? "";
  const asked = askedLocale(lang, await mayTest(lang));
  if (asked) return createText(asked, { lang: asked });
  return createText(pickLocale(null, list.get("accept-language")));
});

/** The current page in every language on offer. The links keep what it shows, and hold no secret. */
export async function requestLanguages(): Promise<LanguageLink[]> {
  return languageLinks((await headers()).get(KEPT_QUERY_HEADER) ?? "");
}

/** Tells whether the reader is choosing a language without scripts: the page must not load itself anew meanwhile. */
export async function listsLanguages(): Promise<boolean> {
  return (await headers()).get(LANGUAGES_HEADER) === "true";
}

/** Address of the current page with its languages listed, to stay until one is chosen. */
export async function languageListAddress(): Promise<string> {
  const query = new URLSearchParams((await headers()).get(KEPT_QUERY_HEADER) ?? "");
  const { lang } = (await requestText()).linkQuery;
  if (lang !== undefined) query.set("lang", lang);
  query.set(LANGUAGES_PARAMETER, "1");
  return `?${query}#${LANGUAGES_PARAMETER}`;
}

/** The texts a shopper reads who asks for the language `lang`, for those who only want to see them. */
export function shopperText(lang: unknown): Text {
  return createText(pickLocale(typeof lang === "string" ? lang : null, null));
}

/** The texts of the pages of merchants and of the demo. */
export const merchantText = cache(async (): Promise<MerchantText> => createMerchantText());

// No shopper meets the pseudo-language: where there is real money there is no sandbox.
async function mayTest(lang: string): Promise<boolean> {
  if (lang !== PSEUDO_LOCALE) return false;
  return getServices().then(
    ({ sandboxEnabled }) => sandboxEnabled(),
    () => false,
  );
}
