import { decodeProtectedHeader, jwtVerify } from "jose";
import { z } from "zod";
import { ALGORITHM } from "./signing-key.ts";
import type { SigningKeys } from "./signing-keys.ts";

const MAX_LENGTH = 2048;

// No member beside these: a key a JWT brings along or points to (`jwk`, `jku`, `x5c`, `x5u`) is never looked at.
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

/** What our JWTs say, and nothing else. Times in seconds since 1970. */
export type Claims = z.infer<typeof claimsSchema>;

/**
 * Reads a JWT by its form, signature, issuer, audience and time alone; `undefined` if any of them is wrong. Throws only
 * what reading the signing keys throws.
 */
export async function readJwt(
  jwt: string,
  { keys, issuer, now }: { keys: Pick<SigningKeys, "find">; issuer: string; now: Date },
): Promise<Claims | undefined> {
  if (jwt.length > MAX_LENGTH || !isCanonical(jwt)) return undefined;
  const header = readHeader(jwt);
  // Outside of the verification below, whose failures are the caller's: an outage is not.
  const key = header && (await keys.find(header.kid));
  if (!key) return undefined;
  const options = {
    algorithms: [ALGORITHM],
    typ: "JWT",
    issuer,
    audience: issuer,
    currentDate: now,
    clockTolerance: 0,
  };
  const verified = await jwtVerify(jwt, key.publicKey, options).catch(() => undefined);
  return claimsSchema.safeParse(verified?.payload).data;
}

// Decoders skip white space, padding and the last bits of a signature, so one JWT would have several spellings.
function isCanonical(jwt: string): boolean {
  return jwt
    .split(".")
    .every((part) => Buffer.from(part, "base64url").toString("base64url") === part);
}

function readHeader(jwt: string) {
  try {
    return headerSchema.safeParse(decodeProtectedHeader(jwt)).data;
  } catch {
    return undefined;
  }
}
