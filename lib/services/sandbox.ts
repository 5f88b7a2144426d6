import { createSandboxBankApi } from "#lib/banks/sandbox/api.ts";
import { createSandboxBank } from "#lib/banks/sandbox/service.ts";
import type { Clock } from "#lib/clock.ts";
import type { Database } from "#lib/db/client.ts";
import type { Env } from "#lib/env.ts";
import type { Logger } from "#lib/logger.ts";
import { createSandboxAppService } from "#lib/sandbox-app/service.ts";
import { createSandboxShopService } from "#lib/sandbox-shop/service.ts";
import { callbackUrlOf } from "#lib/sandbox-shop/site.ts";
import type { Seal } from "#lib/seal.ts";

type Parts = {
  db: Database;
  clock: Clock;
  env: Env;
  seal: Seal;
  logger: Logger;
  sandboxEnabled: () => Promise<boolean>;
};

/** Wires the parties of the demo: a bank, a shop and an app. */
export function createSandboxServices({ db, clock, env, seal, logger, sandboxEnabled }: Parts) {
  const base = { db, clock };
  const sandboxBank = createSandboxBank({
    ...base,
    baseUrl: env.SANDBOX_BANK_URL,
    returnUrls: [env.PAYER_APP_URL, env.SECURE_URL],
  });
  const sandboxShop = createSandboxShopService({
    ...base,
    seal,
    logger,
    baseUrl: env.BASE_URL,
    shopUrl: env.SANDBOX_SHOP_URL,
  });
  return {
    sandboxBank,
    sandboxBankApi: createSandboxBankApi(sandboxBank, sandboxEnabled, (error) =>
      logger.error({ err: error }, "the sandbox bank failed"),
    ),
    sandboxShop,
    demoShop: env.DEMO
      ? { callbackUrl: callbackUrlOf(env.PORT), accountId: sandboxShop.accountId }
      : undefined,
    sandboxApp: createSandboxAppService({ ...base, seal, logger, baseUrl: env.BASE_URL }),
  };
}
