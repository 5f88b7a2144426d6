import { createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import type { JWK } from "jose";
import { z } from "zod";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import { randomToken } from "#lib/platform/values/ids.ts";
import type { SigningKeyRow } from "./repository.ts";

/** RFC 7518 §3.4. Verification accepts no other algorithm. */
export const ALGORITHM = "ES256";

const jwkSchema = z.object({
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  x: z.string(),
  y: z.string(),
});

export type SigningKey = ReturnType<typeof openSigningKey>;

/** Throws if the secret that sealed the private key is gone. */
export function openSigningKey(row: SigningKeyRow, seal: Seal) {
  const publicJwk: JWK = {
    ...jwkSchema.parse(row.publicJwk),
    kid: row.kid,
    alg: ALGORITHM,
    use: "sig",
  };
  const privateJwk = JSON.parse(seal.open(row.sealedPrivateJwk, signingKeyContext(row.kid))) as JWK;
  const privateKey = createPrivateKey({ key: privateJwk, format: "jwk" });
  const publicKey = createPublicKey({ key: publicJwk, format: "jwk" });
  return { kid: row.kid, retiredAt: row.retiredAt, publicJwk, privateKey, publicKey };
}

export function makeSigningKey(seal: Seal, createdAt: Date): SigningKeyRow {
  const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const kid = randomToken(6);
  const privateJwk = JSON.stringify(pair.privateKey.export({ format: "jwk" }));
  return {
    kid,
    publicJwk: jwkSchema.parse(pair.publicKey.export({ format: "jwk" })),
    sealedPrivateJwk: seal.seal(privateJwk, signingKeyContext(kid)),
    createdAt,
    retiredAt: null,
  };
}

export function isKid(text: string): boolean {
  return /^[\w-]{8}$/.test(text);
}

export function signingKeyContext(kid: string): string {
  return `signing_keys:${kid}`;
}
