import { isSandboxBank } from "#lib/banks/directory/directory.ts";
import type { ApiKeyService } from "#lib/merchants/api-keys/service.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Env } from "#lib/platform/configuration/env.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import { createSandboxAppService } from "#lib/sandbox/app/service.ts";
import { createSandboxBankApi } from "#lib/sandbox/bank/api.ts";
import { createAutomation } from "#lib/sandbox/bank/automation.ts";
import { createSandboxBank } from "#lib/sandbox/bank/service.ts";
import { createSandboxMail } from "#lib/sandbox/mail/service.ts";
import { createReceiverAddress } from "#lib/sandbox/receiver/address.ts";
import { createSandboxShopService } from "#lib/sandbox/shop/service.ts";
import { callbackUrlOf } from "#lib/sandbox/shop/site.ts";
import { SANDBOX_BANK } from "./banks.ts";

type Parts = {
  db: Database;
  clock: Clock;
  env: Env;
  seal: Seal;
  logger: Logger;
  apiKeys: Pick<ApiKeyService, "hasLiveKeys">;
};

export function createSandboxServices({ db, clock, env, seal, logger, apiKeys }: Parts) {
  const base = { db, clock };
  // Simulated approvals never run beside real money unless the operator allows it.
  const sandboxEnabled = async (): Promise<boolean> =>
    env.SANDBOX ?? (env.NODE_ENV !== "production" || !(await apiKeys.hasLiveKeys()));
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
    sandboxEnabled,
    sandboxBank,
    sandboxBankApi: createSandboxBankApi(sandboxBank, sandboxEnabled, {
      credentials: Object.values(seal.passwords(SANDBOX_BANK)),
      onFailure: (error) => logger.error({ err: error }, "the sandbox bank failed"),
    }),
    /** Acts for the payer at the sandbox bank. */
    testBank: { isSandboxBank, act: createAutomation(env.SANDBOX_BANK_URL) },
    sandboxShop,
    demoShop: env.DEMO
      ? { callbackUrl: callbackUrlOf(env.PORT), accountId: sandboxShop.accountId }
      : undefined,
    receiverAddress: createReceiverAddress({ env, seal }),
    sandboxMail: createSandboxMail({ ...base, seal }),
    sandboxApp: createSandboxAppService({ ...base, seal, logger, baseUrl: env.BASE_URL }),
  };
}
