import type { KeyObject } from "node:crypto";
import { z } from "zod";
import { verifyCompact } from "./jws.ts";
import { ALGORITHM } from "./signing-key.ts";
import type { SigningKeys } from "./signing-keys.ts";

const MAX_LENGTH = 2048;

// Never uses keys in or linked from the JWT (`jwk`, `jku`, `x5c`, `x5u`).
const headerSchema = z.strictObject({
  alg: z.literal(ALGORITHM),
  kid: z.string().regex(/^[\w-]{1,64}$/),
  typ: z.literal("JWT"),
});

const claimsSchema = z.strictObject({
  iss: z.string(),
  aud: z.string(),
  sub: z.string(),
  jti: z.string(),
  key: z.string(),
  iat: z.int(),
  exp: z.int(),
});

/** Times in seconds since 1970. */
export type Claims = z.infer<typeof claimsSchema>;

/** Without the row and the API key. Rejects only if the signing keys can't be read. */
export async function readJwt(
  jwt: string,
  { keys, issuer, now }: { keys: Pick<SigningKeys, "find">; issuer: string; now: Date },
): Promise<Claims | undefined> {
  if (jwt.length > MAX_LENGTH || !isCanonical(jwt)) return undefined;
  const header = readHeader(jwt);
  // Outside the `catch` below: an outage is not an invalid JWT.
  const key = header && (await keys.find(header.kid));
  if (!key) return undefined;
  const claims = verified(jwt, key.publicKey);
  const isOurs = claims?.iss === issuer && claims.aud === issuer;
  return isOurs && now.getTime() < claims.exp * 1000 ? claims : undefined;
}

// Some 10 MB.
const MAX_VERIFIED = 10_000;

/** A key that is no longer trusted verifies nothing. Oldest first. */
const verifiedBy = new WeakMap<KeyObject, Map<string, Claims>>();

/** Verifies each JWT once, as that takes as long as the rest of a request. */
function verified(jwt: string, key: KeyObject): Claims | undefined {
  const known = verifiedBy.get(key)?.get(jwt);
  if (known) return known;
  const claims = verify(jwt, key);
  if (claims) noteVerified(jwt, key, claims);
  return claims;
}

/** Also what this process has just signed: its app soon sends it. */
export function noteVerified(jwt: string, key: KeyObject, claims: Claims): void {
  const known = verifiedBy.get(key) ?? new Map<string, Claims>();
  verifiedBy.set(key, known);
  known.set(jwt, claims);
  const [oldest = ""] = known.keys();
  if (known.size > MAX_VERIFIED) known.delete(oldest);
}

function verify(jwt: string, key: KeyObject): Claims | undefined {
  const payload = verifyCompact(jwt, key);
  return payload && claimsSchema.safeParse(readJson(payload)).data;
}

// Decoders ignore white space, padding and trailing bits: a JWT would have several spellings.
function isCanonical(jwt: string): boolean {
  return jwt
    .split(".")
    .every((part) => Buffer.from(part, "base64url").toString("base64url") === part);
}

function readHeader(jwt: string) {
  const [header = ""] = jwt.split(".", 1);
  return headerSchema.safeParse(readJson(Buffer.from(header, "base64url"))).data;
}

function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
