/** Built by hand: not every React Native version can change a query in `URL`. */
export function checkoutAddress(
  redirectUrl: string,
  { token, urlScheme }: { token: string; urlScheme?: string | undefined },
): string {
  const [address = "", ...fragment] = redirectUrl.split("#");
  const parameters = [`jwt=${encodeURIComponent(token)}`];
  if (urlScheme !== undefined) parameters.push(`redirect-url=${encodeURIComponent(urlScheme)}`);
  const joint = !address.includes("?") ? "?" : /[?&]$/.test(address) ? "" : "&";
  return [`${address}${joint}${parameters.join("&")}`, ...fragment].join("#");
}
