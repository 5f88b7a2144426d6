import { headers } from "next/headers";
import { cache } from "react";
import {
  createMerchantText,
  createText,
  type MerchantText,
  type Text,
} from "#lib/platform/i18n/format.ts";
import { type LanguageChoice, languageLinks } from "#lib/platform/i18n/language-links.ts";
import {
  askedLocale,
  languageNames,
  PSEUDO_LOCALE,
  pickLocale,
} from "#lib/platform/i18n/locale.ts";
import { getServices } from "#lib/services/index.ts";
import {
  ASKED_LANGUAGE_HEADER,
  KEPT_QUERY_HEADER,
  LANGUAGES_HEADER,
  LANGUAGES_PARAMETER,
  MERCHANT_PAGE_HEADER,
  ORDER_LANGUAGE_HEADER,
} from "./page-request.ts";

/** English on merchant pages. */
export const requestText = cache(async (): Promise<Text> => {
  const list = await headers();
  if (list.has(MERCHANT_PAGE_HEADER)) return merchantText();
  const lang = list.get(ASKED_LANGUAGE_HEADER) ?? "";
  const asked = askedLocale(lang, await mayTest(lang));
  if (asked) return createText(asked, { lang: asked });
  return createText(pickLocale(list.get(ORDER_LANGUAGE_HEADER), list.get("accept-language")));
});

/** A page without scripts must not refresh meanwhile. */
async function listsLanguages(): Promise<boolean> {
  return (await headers()).get(LANGUAGES_HEADER) === "true";
}

export async function requestLanguages({ locale, linkQuery }: Text): Promise<LanguageChoice> {
  const kept = (await headers()).get(KEPT_QUERY_HEADER) ?? "";
  const query = new URLSearchParams(kept);
  if (linkQuery.lang !== undefined) query.set("lang", linkQuery.lang);
  query.set(LANGUAGES_PARAMETER, "1");
  return {
    current: languageNames().find(([one]) => one === locale)?.[1],
    address: `?${query}#${LANGUAGES_PARAMETER}`,
    links: (await listsLanguages()) ? languageLinks(kept) : undefined,
  };
}

export function shopperText(lang: unknown): Text {
  return createText(pickLocale(typeof lang === "string" ? lang : null, null));
}

export const merchantText = cache(async (): Promise<MerchantText> => createMerchantText());

/** Metadata of a merchant page. */
export const titleOf = (find: (messages: MerchantText["messages"]) => string) => async () => ({
  title: find((await merchantText()).messages),
});

// Shoppers never get the pseudo-language: a deployment with real money has no sandbox.
async function mayTest(lang: string): Promise<boolean> {
  if (lang !== PSEUDO_LOCALE) return false;
  return getServices().then(
    ({ sandboxEnabled }) => sandboxEnabled(),
    () => false,
  );
}
