/** What holds for every bank of a deployment. */
export type Rules = {
  /** Whether a bank may be reached by plain http on loopback. */
  allowHttp: boolean;
  /** Origins of this deployment and of its sandbox bank. */
  ownOrigins: readonly string[];
};

type Entry = {
  mode: "live" | "test";
  xs2aUrl: string;
  certificate?: object | undefined;
  oauth?: { issuer: string; metadataUrl?: string | undefined } | undefined;
};

/** Tells whether an address is one of this machine. */
export const isLoopback = ({ hostname }: URL) =>
  ["localhost", "127.0.0.1", "[::1]"].includes(hostname);

/** Says why an entry needs a certificate that has none; `undefined` where it can do without. */
export function missingCertificate(
  { mode, xs2aUrl, certificate, oauth }: Entry,
  { allowHttp }: Rules,
): string | undefined {
  if (certificate) return undefined;
  if (oauth) return "must be there: the OAuth2 server knows us by it";
  if (mode === "test" || (allowHttp && isLoopback(new URL(xs2aUrl)))) return undefined;
  return "must be there: a live bank knows us by it";
}

/** The fields of a live bank that lead to Bankside itself, whose sandbox bank would say of real orders that they were paid. */
export function fieldsOfOurs({ mode, xs2aUrl, oauth }: Entry, { ownOrigins }: Rules): string[][] {
  if (mode === "test") return [];
  const addresses: [string[], string | undefined][] = [
    [["xs2aUrl"], xs2aUrl],
    [["oauth", "issuer"], oauth?.issuer],
    [["oauth", "metadataUrl"], oauth?.metadataUrl],
  ];
  return addresses.flatMap(([path, url]) =>
    url !== undefined && ownOrigins.includes(new URL(url).origin) ? [path] : [],
  );
}
