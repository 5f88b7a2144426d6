// @peculiar/x509 needs this import first.
import "reflect-metadata";
import { createPrivateKey, webcrypto } from "node:crypto";
import {
  BasicConstraintsExtension,
  cryptoProvider,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from "@peculiar/x509";

cryptoProvider.set(webcrypto as Crypto);

const ALGORITHM = {
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-256",
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2048,
} as const;

const HOUR_MS = 60 * 60 * 1000;

type Issued = { cert: string; key: string };

type Wanted = {
  name: string;
  notAfter?: Date;
  passphrase?: string;
  /** A host name instead of 127.0.0.1. */
  host?: string;
};

export async function createAuthority(name = "C=DE,O=Example Trust,CN=Test CA 1") {
  const keys = await makeKeys();
  const notBefore = new Date(Date.now() - 48 * HOUR_MS);
  const ca = await X509CertificateGenerator.createSelfSigned({
    serialNumber: "01",
    name,
    notBefore,
    notAfter: new Date(Date.now() + HOUR_MS),
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  });
  let serial = 0x9fa0;

  return {
    cert: ca.toString("pem"),
    async issue({ name: subject, notAfter, passphrase, host }: Wanted): Promise<Issued> {
      const own = await makeKeys();
      serial++;
      const cert = await X509CertificateGenerator.create({
        serialNumber: serial.toString(16),
        subject,
        issuer: ca.subject,
        notBefore,
        notAfter: notAfter ?? new Date(Date.now() + HOUR_MS),
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: ALGORITHM,
        extensions: [
          new SubjectAlternativeNameExtension([
            host === undefined ? { type: "ip", value: "127.0.0.1" } : { type: "dns", value: host },
          ]),
        ],
      });
      return { cert: cert.toString("pem"), key: await toPem(own.privateKey, passphrase) };
    },
  };
}

function makeKeys(): Promise<CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, [
    "sign",
    "verify",
  ]) as Promise<CryptoKeyPair>;
}

async function toPem(key: CryptoKey, passphrase: string | undefined): Promise<string> {
  const der = await webcrypto.subtle.exportKey("pkcs8", key as webcrypto.CryptoKey);
  const exported = createPrivateKey({ key: Buffer.from(der), format: "der", type: "pkcs8" });
  const encryption = passphrase === undefined ? {} : { cipher: "aes-256-cbc", passphrase };
  return exported.export({ type: "pkcs8", format: "pem", ...encryption }).toString();
}
