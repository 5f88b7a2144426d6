import type { AccountService } from "#lib/merchants/accounts/service.ts";
import type { ApiKeyService } from "#lib/merchants/api-keys/service.ts";
import type { IntegrationMethod } from "#lib/merchants/model/integration-method.ts";
import type { Actor } from "#lib/platform/audit/log.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { WebhookService } from "#lib/webhooks/service.ts";

/** The secrets are never shown again. */
export type NewMerchant = {
  accountId: string;
  keys: Record<IntegrationMethod, string>;
  webhookSecret?: string;
};

export type MerchantParts = {
  accounts: Pick<AccountService, "create">;
  apiKeys: Pick<ApiKeyService, "checkMode" | "create">;
  webhooks: Pick<WebhookService, "checkCallbackUrl" | "createEndpoint">;
};

/** @throws AppError `invalid_request`, `live_mode_off`, `https_required` */
export async function createMerchant(
  services: MerchantParts,
  input: {
    name: string;
    mode: Mode;
    iban: string;
    origins: string[];
    appSchemes?: string[];
    callbackUrl?: string | undefined;
    actor?: Actor;
  },
): Promise<NewMerchant> {
  const { mode, actor = "operator" } = input;
  services.apiKeys.checkMode(mode);
  if (input.callbackUrl !== undefined) {
    await services.webhooks.checkCallbackUrl({ mode, url: input.callbackUrl, actor });
  }
  const accountId = await services.accounts.create({
    name: input.name,
    iban: input.iban,
    embedOrigins: input.origins,
    appSchemes: input.appSchemes ?? [],
    actor,
  });
  const key = async (method: IntegrationMethod) =>
    (await services.apiKeys.create({ accountId, method, mode, actor })).key;
  const keys = { web: await key("web"), direct: await key("direct"), sdk: await key("sdk") };
  if (input.callbackUrl === undefined) return { accountId, keys };
  const endpoint = await services.webhooks.createEndpoint({
    accountId,
    mode,
    url: input.callbackUrl,
    actor,
  });
  return { accountId, keys, webhookSecret: endpoint.secret };
}
