import { headers } from "next/headers";
import { cache } from "react";
import { createText, type Text } from "#lib/i18n/format.ts";
import { pickLocale } from "#lib/i18n/locale.ts";

/** Request header by which the proxy hands the `?lang=` of an address to layouts, which can't see it. */
export const ASKED_LANGUAGE_HEADER = "x-bankside-lang";

/** The texts for the current request. */
export const requestText = cache(async (): Promise<Text> => {
  const list = await headers();
  return createText(pickLocale(list.get(ASKED_LANGUAGE_HEADER), list.get("accept-language")));
});
