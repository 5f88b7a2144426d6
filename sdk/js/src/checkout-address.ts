/**
 * The address of the webview: the `redirectUrl` of a creation with the app's JWT and, where given, its way back. Built
 * by hand, for React Native's `URL` can't change a query on every version.
 */
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
