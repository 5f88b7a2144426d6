import { isSandboxBank } from "#lib/banks/directory/directory.ts";
import type { ApiKeyService } from "#lib/merchants/api-keys/service.ts";
import { createSandboxAppService } from "#lib/sandbox/app/service.ts";
import { createSandboxBankApi } from "#lib/sandbox/bank/api.ts";
import { createAutomation } from "#lib/sandbox/bank/automation.ts";
import { createSandboxOAuth } from "#lib/sandbox/bank/oauth.ts";
import { createSandboxBank } from "#lib/sandbox/bank/service.ts";
import { createSandboxMail } from "#lib/sandbox/mail/service.ts";
import { createReceiverAddress } from "#lib/sandbox/receiver/address.ts";
import { createSandboxShopService } from "#lib/sandbox/shop/service.ts";
import { callbackUrlOf } from "#lib/sandbox/shop/site.ts";
import { grantReturnUrlOf, SANDBOX_BANK } from "./banks.ts";
import type { Parts } from "./parts.ts";

export type SandboxServices = ReturnType<typeof createSandboxServices>;

export function createSandboxServices(
  { env, connection: { db }, clock, logger, seal }: Parts,
  apiKeys: Pick<ApiKeyService, "hasLiveKeys">,
) {
  const base = { db, clock };
  // Simulated approvals never run beside real money unless the operator allows it.
  const sandboxEnabled = async (): Promise<boolean> =>
    env.SANDBOX ?? (env.NODE_ENV !== "production" || !(await apiKeys.hasLiveKeys()));
  const sandboxBank = createSandboxBank({
    ...base,
    baseUrl: env.SANDBOX_BANK_URL,
    returnUrls: [env.PAYER_APP_URL, env.SECURE_URL],
  });
  const sandboxBankOAuth = createSandboxOAuth({
    ...base,
    seal,
    baseUrl: env.SANDBOX_BANK_URL,
    returnUrl: grantReturnUrlOf(env),
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
    sandboxBankOAuth,
    sandboxBankApi: createSandboxBankApi(sandboxBank, sandboxEnabled, {
      credentials: Object.values(seal.passwords(SANDBOX_BANK)),
      oauth: sandboxBankOAuth,
      onFailure: (error) => logger.error({ err: error }, "the sandbox bank failed"),
    }),
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
