import { z } from "zod";
import type { AccountService } from "#lib/merchants/accounts/service.ts";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import type { ApiKeyService } from "#lib/merchants/api-keys/service.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Batched } from "#lib/platform/db/batched.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { Bound } from "#lib/platform/db/prepared.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { randomToken } from "#lib/platform/values/ids.ts";
import { signCompact } from "./jws.ts";
import { type Claims, noteVerified, readJwt } from "./read-jwt.ts";
import type { TokenRow } from "./repository.ts";
import * as repository from "./repository.ts";
import { ALGORITHM } from "./signing-key.ts";
import type { SigningKeys } from "./signing-keys.ts";

const detailsSchema = z.strictObject({
  email: z.string().optional(),
  iban: z.string().optional(),
  name: z.string().optional(),
});

/** `iban` is in electronic form. */
export type TokenDetails = z.infer<typeof detailsSchema>;

export type VerifiedToken = {
  jti: string;
  apiKey: ApiKey;
  details: TokenDetails;
  expiresAt: Date;
};

const LIFETIME_SECONDS = 15 * 60;
// JWTs are exposed in a webview's URL. Limits what a thief can create.
const MAX_CREATIONS = 20;
const KEPT_AFTER_EXPIRY_MS = 24 * 60 * 60 * 1000;

export type TokenService = ReturnType<typeof createTokenService>;

type Deps = {
  db: Database;
  clock: Clock;
  seal: Seal;
  keys: SigningKeys;
  accounts: Pick<AccountService, "findPayee">;
  apiKeys: Pick<ApiKeyService, "findActive">;
  issuer: string;
};

/** JWTs (RFC 7519) contain only ids. Personal data is sealed under the `jti`. */
export function createTokenService(deps: Deps) {
  const { db, clock, keys } = deps;
  return {
    issue: (apiKey: ApiKey, details: TokenDetails) => issue(deps, apiKey, details),
    verify: (jwt: string) => verify(deps, jwt),
    /** `undefined` once the JWT is deleted. */
    lockCreations: (tx: Batched, { jti }: VerifiedToken): Promise<number | undefined> =>
      repository.lockCreations(tx, jti),

    /** @throws AppError `too_many_transactions` */
    checkCreations(token: VerifiedToken, creations: number | undefined): void {
      if (creations === undefined || creations >= MAX_CREATIONS) throw tooMany(clock.now(), token);
    },

    countingOf: ({ jti }: VerifiedToken): Bound<unknown> => repository.countingOf(jti),

    /** Only its browser may see the merchant's details. */
    openedFirst(tx: Database, { jti }: VerifiedToken, sessionId: string) {
      return repository.setFirstSession(tx, jti, sessionId);
    },

    purge: (): Promise<number> =>
      repository.deleteExpired(db, new Date(clock.now().getTime() - KEPT_AFTER_EXPIRY_MS)),

    publicKeys: () => keys.publicKeys(),
  };
}

async function checkPayee(deps: Deps, apiKey: ApiKey, details: TokenDetails): Promise<void> {
  if (details.iban === undefined || apiKey.method === "sdk") return;
  const { accountId, mode } = apiKey;
  if (!(await deps.accounts.findPayee(accountId, details.iban, mode))) {
    throw new AppError("payee_not_confirmed", {
      fields: [{ path: "iban", message: "is not an IBAN of this account" }],
    });
  }
}

function openDetails(seal: Seal, { jti, sealedDetails }: TokenRow): TokenDetails {
  if (sealedDetails === null) return {};
  return detailsSchema.parse(JSON.parse(seal.open(sealedDetails, tokenContext(jti))));
}

function tooMany(now: Date, { expiresAt }: VerifiedToken): AppError {
  const seconds = Math.ceil((expiresAt.getTime() - now.getTime()) / 1000);
  return new AppError("too_many_transactions", { retryAfterSeconds: Math.max(1, seconds) });
}

/**
 * Valid for 15 minutes.
 * @throws AppError `payee_not_confirmed`
 */
async function issue(deps: Deps, apiKey: ApiKey, details: TokenDetails): Promise<string> {
  await checkPayee(deps, apiKey, details);
  const jti = randomToken(16);
  const createdAt = deps.clock.now();
  const expiresAt = new Date(createdAt.getTime() + LIFETIME_SECONDS * 1000);
  const isEmpty = Object.values(details).every((value) => value === undefined);
  await repository.insertToken(deps.db, {
    jti,
    accountId: apiKey.accountId,
    apiKeyId: apiKey.id,
    sealedDetails: isEmpty ? null : deps.seal.seal(JSON.stringify(details), tokenContext(jti)),
    creations: 0,
    firstSessionId: null,
    createdAt,
    expiresAt,
  });
  const key = await deps.keys.current();
  const claims: Claims = {
    iss: deps.issuer,
    aud: deps.issuer,
    sub: apiKey.accountId,
    jti,
    key: apiKey.id,
    iat: toSeconds(createdAt),
    exp: toSeconds(expiresAt),
  };
  const header = { alg: ALGORITHM, kid: key.kid, typ: "JWT" };
  const { jws } = signCompact(header, Buffer.from(JSON.stringify(claims)), key.privateKey);
  noteVerified(jws, key.publicKey, claims);
  return jws;
}

async function verify(deps: Deps, jwt: string): Promise<VerifiedToken | undefined> {
  const { keys, issuer } = deps;
  const claims = await readJwt(jwt, { keys, issuer, now: deps.clock.now() });
  if (!claims) return undefined;
  const [row, apiKey] = await Promise.all([
    repository.findToken(deps.db, claims.jti),
    deps.apiKeys.findActive(claims.key),
  ]);
  if (!row || !agree(claims, row) || apiKey?.accountId !== row.accountId) return undefined;
  return { jti: row.jti, apiKey, details: openDetails(deps.seal, row), expiresAt: row.expiresAt };
}

// The row proves that the signed claims still apply.
function agree(claims: Claims, row: TokenRow): boolean {
  return (
    claims.sub === row.accountId &&
    claims.key === row.apiKeyId &&
    claims.iat === toSeconds(row.createdAt) &&
    claims.exp === toSeconds(row.expiresAt)
  );
}

function toSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

export function tokenContext(jti: string): string {
  return `tokens:${jti}`;
}
