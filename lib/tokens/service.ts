import { SignJWT } from "jose";
import type { AccountService } from "#lib/accounts/service.ts";
import type { ApiKey } from "#lib/api-keys/service.ts";
import type { Clock } from "#lib/clock.ts";
import type { Database } from "#lib/db/client.ts";
import { AppError } from "#lib/errors.ts";
import { randomToken } from "#lib/ids.ts";
import type { Seal } from "#lib/seal.ts";
import { createTokenRepository } from "./repository.ts";
import { ALGORITHM, type SigningKeys } from "./signing-keys.ts";

/** What a merchant's server may tell with an authentication. `iban` in electronic form. */
export type TokenDetails = {
  email?: string | undefined;
  iban?: string | undefined;
  name?: string | undefined;
};

const LIFETIME_SECONDS = 15 * 60;
const KEPT_AFTER_EXPIRY_MS = 24 * 60 * 60 * 1000;

/** Verbs on JWTs (RFC 7519). A JWT carries ids only; everything personal stays here under its `jti`, sealed. */
export function createTokenService(deps: {
  db: Database;
  clock: Clock;
  seal: Seal;
  keys: SigningKeys;
  accounts: Pick<AccountService, "isConfirmedIban">;
  issuer: string;
}) {
  const repository = createTokenRepository(deps.db);

  /** With a `web` or `direct` key the IBAN is the payee's; with an `sdk` key it is the payer's own. */
  async function checkPayee(apiKey: ApiKey, details: TokenDetails): Promise<void> {
    if (details.iban === undefined || apiKey.method === "sdk") return;
    if (!(await deps.accounts.isConfirmedIban(apiKey.accountId, details.iban))) {
      throw new AppError("payee_not_confirmed", {
        fields: [{ path: "iban", message: "is not one of the account's confirmed IBANs" }],
      });
    }
  }

  return {
    /** Exchanges an API key for a JWT of 15 minutes. Throws `payee_not_confirmed`. */
    async issue(apiKey: ApiKey, details: TokenDetails): Promise<string> {
      await checkPayee(apiKey, details);
      const jti = randomToken(16);
      const createdAt = deps.clock.now();
      const expiresAt = new Date(createdAt.getTime() + LIFETIME_SECONDS * 1000);
      const isEmpty = Object.values(details).every((value) => value === undefined);
      await repository.insertToken({
        jti,
        accountId: apiKey.accountId,
        apiKeyId: apiKey.id,
        sealedDetails: isEmpty ? null : deps.seal.seal(JSON.stringify(details), `tokens:${jti}`),
        createdAt,
        expiresAt,
      });
      const key = await deps.keys.current();
      return new SignJWT({ key: apiKey.id })
        .setProtectedHeader({ alg: ALGORITHM, kid: key.kid, typ: "JWT" })
        .setIssuer(deps.issuer)
        .setAudience(deps.issuer)
        .setSubject(apiKey.accountId)
        .setJti(jti)
        .setIssuedAt(createdAt)
        .setExpirationTime(expiresAt)
        .sign(key.privateKey);
    },

    /** Forgets what is kept for JWTs that expired more than 24 h ago; answers how many. */
    purge: (): Promise<number> =>
      repository.deleteExpired(new Date(deps.clock.now().getTime() - KEPT_AFTER_EXPIRY_MS)),

    /** The keys that verify our JWTs and order infos, as a JWK set. */
    publicKeys: () => deps.keys.publicKeys(),
  };
}
