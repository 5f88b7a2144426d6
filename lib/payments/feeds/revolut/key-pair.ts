import { webcrypto } from "node:crypto";

const ALGORITHM = {
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-256",
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2048,
} as const;

const YEARS = 5;

export type MadeKeyPair = { privateKey: string; certificate: string };

/** PEM. `host` names the certificate. */
export async function makeKeyPair(host: string, now: Date): Promise<MadeKeyPair> {
  // Loaded when the first key is made, and in this order.
  await import("reflect-metadata");
  const { X509CertificateGenerator } = await import("@peculiar/x509");
  const keys = (await webcrypto.subtle.generateKey(ALGORITHM, true, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  const notAfter = new Date(now);
  notAfter.setUTCFullYear(now.getUTCFullYear() + YEARS);
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      name: [{ CN: [host] }],
      notBefore: now,
      notAfter,
      keys,
      signingAlgorithm: ALGORITHM,
    },
    webcrypto as Crypto,
  );
  const der = await webcrypto.subtle.exportKey("pkcs8", keys.privateKey as webcrypto.CryptoKey);
  return { privateKey: toPem(der), certificate: certificate.toString("pem") };
}

function toPem(der: ArrayBuffer): string {
  const lines = Buffer.from(der).toString("base64").replace(/.{64}/g, "$&\n");
  return `-----BEGIN PRIVATE KEY-----\n${lines.trimEnd()}\n-----END PRIVATE KEY-----\n`;
}
