import { pickLanguage } from "./words.ts";

/** Tells whether a page may be led there: by no other scheme than http and https. */
export function isWebAddress(text: string): boolean {
  try {
    return !!webAddress(text);
  } catch {
    return false;
  }
}

function webAddress(text: string): URL {
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol))
    throw new TypeError("redirectUrl must be an http(s) address");
  return url;
}

/** Which payment a checkout's address leads to. */
export function referenceOf({ searchParams }: URL): string | null {
  return searchParams.get("reference");
}

const langOf = ({ searchParams }: URL) => searchParams.get("lang");

/**
 * What the frame is to show, in the first language on offer of `lang`, of `redirectUrl` and of the page (`pageLang`), which
 * is `undefined` where none is. A frame that shows `shown` already is not loaded again for the page's language; `isShown`
 * tells that it may stay as it is. Throws a `TypeError` for what is no http or https address.
 */
export function checkoutAddress(
  redirectUrl: string,
  lang?: string | undefined,
  pageLang?: string | null | undefined,
  shown?: string | undefined,
): { address: URL; language: string | undefined; isShown: boolean } {
  const address = webAddress(redirectUrl);
  const before = shown && isWebAddress(shown) ? webAddress(shown) : undefined;
  const around = before ? langOf(before) : pageLang;
  const language = pickLanguage([lang, langOf(address), around]);
  if (language) address.searchParams.set("lang", language);
  const isShown =
    before?.origin === address.origin &&
    referenceOf(before) === referenceOf(address) &&
    pickLanguage([langOf(before)]) === language;
  return { address, language, isShown };
}

/** Where a developer reads why the checkout at `checkout` does not answer on a page of `origin`. */
export function helpAddress(checkout: URL, origin: string): string {
  const query = new URLSearchParams({ reference: referenceOf(checkout) ?? "", origin });
  return new URL(`/embed-check?${query}`, checkout).href;
}
