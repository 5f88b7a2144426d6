import { headers } from "next/headers";
import { cache } from "react";
import { createMerchantText, createText, type MerchantText, type Text } from "#lib/i18n/format.ts";
import { pickLocale } from "#lib/i18n/locale.ts";
import { ASKED_LANGUAGE_HEADER, MERCHANT_PAGE_HEADER } from "./page-request.ts";

/** The texts for the current request, in the reader's language. On a page of merchants that is English. */
export const requestText = cache(async (): Promise<Text> => {
  const list = await headers();
  if (list.has(MERCHANT_PAGE_HEADER)) return merchantText();
  const asked = list.get(ASKED_LANGUAGE_HEADER) || null;
  const locale = pickLocale(asked, list.get("accept-language"));
  return createText(locale, asked ? { lang: locale } : {});
});

/** The texts of the pages of merchants and of the demo. */
export const merchantText = cache(async (): Promise<MerchantText> => createMerchantText());
