import { headers } from "next/headers";
import { cache } from "react";
import { createText, type Text } from "#lib/i18n/format.ts";
import { pickLocale } from "#lib/i18n/locale.ts";
import { ASKED_LANGUAGE_HEADER } from "./page-request.ts";

/** The texts for the current request. */
export const requestText = cache(async (): Promise<Text> => {
  const list = await headers();
  const asked = list.get(ASKED_LANGUAGE_HEADER) || null;
  const locale = pickLocale(asked, list.get("accept-language"));
  return createText(locale, asked ? { lang: locale } : {});
});
