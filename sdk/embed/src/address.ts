import { pickLanguage } from "./words.ts";

/** Allows only http and https. */
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

export function referenceOf({ searchParams }: URL): string | null {
  return searchParams.get("reference");
}

const langOf = ({ searchParams }: URL) => searchParams.get("lang");

/**
 * The address has the first supported language of `lang`, `redirectUrl` and the page. `isShown`: the frame needs no reload;
 * the page's language alone never causes one.
 * @throws `TypeError` if `redirectUrl` is not an http or https address.
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

/** Explains why the checkout does not respond on `origin`. */
export function helpAddress(checkout: URL, origin: string): string {
  const query = new URLSearchParams({ reference: referenceOf(checkout) ?? "", origin });
  return new URL(`/embed-check?${query}`, checkout).href;
}
