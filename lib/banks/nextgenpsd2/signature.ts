import { createHash, createPrivateKey, createSign, X509Certificate } from "node:crypto";

/** Seal certificate and its RSA key, in PEM. */
export type SigningOptions = {
  cert: string;
  key: string;
  passphrase?: string | undefined;
  digest: "SHA-256" | "SHA-512";
  keyId?: string | undefined;
  /** In this order, in small letters; also `(request-target)`. Missing headers are not signed. */
  headers?: readonly string[] | undefined;
};

type Signed = { method: string; url: string; body: string };

export type SignRequest = (
  headers: Record<string, string>,
  request: Signed,
) => Record<string, string>;

export const REQUEST_TARGET = "(request-target)";

const SIGNED_HEADERS: readonly string[] = [
  "digest",
  "x-request-id",
  "psu-id",
  "psu-corporate-id",
  "date",
  "tpp-redirect-uri",
];

/** NextGenPSD2 1.3, “Signing Messages at Application Level”, over draft-cavage-http-signatures-10. */
export function createRequestSigner(options: SigningOptions, now: () => Date): SignRequest {
  const certificate = new X509Certificate(options.cert);
  const { key: pem, passphrase } = options;
  const key = createPrivateKey({ key: pem, ...(passphrase !== undefined && { passphrase }) });
  const keyId = options.keyId ?? keyIdOf(certificate);
  const hash = options.digest === "SHA-512" ? "sha512" : "sha256";
  const shown = certificate.raw.toString("base64");
  const { headers: signed = SIGNED_HEADERS } = options;
  return (headers, { method, url, body }) => {
    const digest = createHash(hash).update(body).digest("base64");
    const added = { Date: now().toUTCString(), Digest: `${options.digest}=${digest}` };
    const { pathname, search } = new URL(url);
    const target = { [REQUEST_TARGET]: `${method.toLowerCase()} ${pathname}${search}` };
    const all = lowerCased({ ...headers, ...added, ...target });
    const names = signed.filter((name) => all.has(name));
    const text = names.map((name) => `${name}: ${all.get(name)}`).join("\n");
    const signature = createSign(`rsa-${hash}`).update(text).sign(key, "base64");
    return {
      ...added,
      Signature: [
        `keyId="${keyId}"`,
        `algorithm="rsa-${hash}"`,
        `headers="${names.join(" ")}"`,
        `signature="${signature}"`,
      ].join(","),
      "TPP-Signature-Certificate": shown,
    };
  };
}

/** Hex serial number and percent-encoded issuer name, most specific part first. */
function keyIdOf({ serialNumber, issuer }: X509Certificate): string {
  const parts = issuer.split("\n").filter(Boolean).reverse();
  const name = parts.map((part) => {
    const [type = "", value = ""] = part.split(/=(.*)/s, 2);
    return `${type}=${encodeURIComponent(value)}`;
  });
  return `SN=${serialNumber},CA=${name.join(",")}`;
}

function lowerCased(headers: Record<string, string>): Map<string, string> {
  return new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
