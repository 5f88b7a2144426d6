import type { Mode } from "#lib/platform/configuration/mode.ts";
export type Rules = {
  allowHttp: boolean;
  ownOrigins: readonly string[];
};

type Entry = {
  mode: Mode;
  xs2aUrl: string;
  certificate?: object | undefined;
  oauth?: { issuer: string; metadataUrl?: string | undefined } | undefined;
  clientToken?: { tokenUrl: string; secretVariable?: string | undefined } | undefined;
};

export const isLoopback = ({ hostname }: URL) =>
  ["localhost", "127.0.0.1", "[::1]"].includes(hostname);

export function missingCertificate(
  { mode, xs2aUrl, certificate, oauth, clientToken }: Entry,
  { allowHttp }: Rules,
): string | undefined {
  if (certificate) return undefined;
  if (oauth || (clientToken && clientToken.secretVariable === undefined)) {
    return "must be there: the OAuth2 server knows us by it";
  }
  if (mode === "test" || (allowHttp && isLoopback(new URL(xs2aUrl)))) return undefined;
  return "must be there: a live bank knows us by it";
}

/** Live, but pointing to Bankside: the sandbox bank would report real orders as paid. */
export function fieldsOfOurs(
  { mode, xs2aUrl, oauth, clientToken }: Entry,
  { ownOrigins }: Rules,
): string[][] {
  if (mode === "test") return [];
  const addresses: [string[], string | undefined][] = [
    [["xs2aUrl"], xs2aUrl],
    [["oauth", "issuer"], oauth?.issuer],
    [["oauth", "metadataUrl"], oauth?.metadataUrl],
    [["clientToken", "tokenUrl"], clientToken?.tokenUrl],
  ];
  return addresses.flatMap(([path, url]) =>
    url !== undefined && ownOrigins.includes(new URL(url).origin) ? [path] : [],
  );
}
