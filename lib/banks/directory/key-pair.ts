import { createPrivateKey, X509Certificate } from "node:crypto";

/** PEM. The first certificate is our own. */
export type KeyPair = {
  cert: string;
  key: string;
  passphrase?: string | undefined;
  expiresAt: Date;
};

/** @throws Error without content of the files. */
export function checkKeyPair(cert: string, key: string, passphrase: string | undefined): KeyPair {
  const certificate = parse(() => new X509Certificate(cert), "certFile: holds no certificate");
  const privateKey = parse(
    () => createPrivateKey({ key, ...(passphrase !== undefined && { passphrase }) }),
    "keyFile: can't be read with this passphrase, or without one",
  );
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new Error("keyFile: is not the key of the certificate");
  }
  return {
    cert,
    key,
    ...(passphrase !== undefined && { passphrase }),
    expiresAt: certificate.validToDate,
  };
}

/** Signatures need an RSA key. */
export function checkSigningPair(...args: Parameters<typeof checkKeyPair>): KeyPair {
  const pair = checkKeyPair(...args);
  const { asymmetricKeyType } = new X509Certificate(pair.cert).publicKey;
  if (asymmetricKeyType !== "rsa") throw new Error("keyFile: must be an RSA key");
  return pair;
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** At least one: without any, a connection trusts Node's default authorities. */
export function checkAuthorities(pem: string): string {
  const certificates = pem.match(CERTIFICATE) ?? [];
  if (certificates.length === 0) throw new Error("authoritiesFile: holds no certificate");
  for (const one of certificates) {
    parse(() => new X509Certificate(one), "authoritiesFile: holds a broken certificate");
  }
  return pem;
}

function parse<T>(read: () => T, wrong: string): T {
  try {
    return read();
  } catch {
    throw new Error(wrong);
  }
}
