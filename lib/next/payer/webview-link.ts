/** `redirectUrl` is unchecked. */
export type WebviewLink = { token: string; jwt: string; redirectUrl: string | undefined };

const MAX_QUERY_LENGTH = 4096;

/** `undefined` if a part is missing, repeated or too long. `+` is a plus sign, as in `web+coffee`. */
export function readWebviewLink({ search }: { search: string }): WebviewLink | undefined {
  if (search.length > MAX_QUERY_LENGTH) return undefined;
  const query = new URLSearchParams(search.replaceAll("+", "%2B"));
  const tokens = query.getAll("token");
  const jwts = query.getAll("jwt");
  const redirectUrls = query.getAll("redirect-url");
  const [token, jwt] = [tokens[0], jwts[0]];
  if (!token || !jwt) return undefined;
  if (tokens.length > 1 || jwts.length > 1 || redirectUrls.length > 1) return undefined;
  return { token, jwt, redirectUrl: redirectUrls[0] };
}
