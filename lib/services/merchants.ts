import { createAccountService } from "#lib/merchants/accounts/service.ts";
import { liveRefusalOf } from "#lib/merchants/api-keys/live-mode.ts";
import { createApiKeyService } from "#lib/merchants/api-keys/service.ts";
import { createBrandService } from "#lib/merchants/brand/service.ts";
import { createEmbedding } from "#lib/merchants/embedding/service.ts";
import { createTokenService } from "#lib/merchants/tokens/service.ts";
import { createSigningKeys } from "#lib/merchants/tokens/signing-keys.ts";
import type { UserNames } from "#lib/platform/audit/pages.ts";
import type { Parts } from "./parts.ts";

export type MerchantServices = ReturnType<typeof createMerchantServices>;

export function createMerchantServices(
  { env, connection: { db }, clock, logger, seal }: Parts,
  users: UserNames,
) {
  const base = { db, clock };
  const accounts = createAccountService(base);
  const liveRefusal = liveRefusalOf(env);
  const apiKeys = createApiKeyService({ ...base, logger, accounts, users, liveRefusal });
  const keys = createSigningKeys({ ...base, seal });
  const issuer = env.BASE_URL;
  const tokens = createTokenService({ ...base, seal, keys, accounts, apiKeys, issuer });
  return {
    keys,
    services: {
      accounts,
      apiKeys,
      tokens,
      brands: createBrandService({ ...base, accounts }),
      embedding: createEmbedding({ ...base, logger, accounts }),
      rotateSigningKey: keys.rotate,
      signingKeys: keys.overview,
    },
    purges: { tokens: tokens.purge, "signing-keys": keys.purge },
  };
}
