function webAddress(text: string): URL | undefined {
  try {
    const url = new URL(text);
    return /^https?:$/.test(url.protocol) ? url : undefined;
  } catch {
    return undefined;
  }
}

/** Tells whether a page may be led there: by no other scheme than http and https. */
export function isWebAddress(text: string): boolean {
  return webAddress(text) !== undefined;
}

/** The checkout's address, in the language that was asked for. Throws a `TypeError` for what is no http or https URL. */
export function checkoutAddress(redirectUrl: string, lang?: string): URL {
  const url = webAddress(redirectUrl);
  if (!url) throw new TypeError("redirectUrl must be an http(s) address");
  if (lang) url.searchParams.set("lang", lang);
  return url;
}

/** Where a developer reads why the checkout at `checkout` does not answer on a page of `origin`. */
export function helpAddress(checkout: URL, origin: string): string {
  const url = new URL("/embed-check", checkout);
  url.searchParams.set("reference", checkout.searchParams.get("reference") ?? "");
  url.searchParams.set("origin", origin);
  return url.href;
}
