import type { SnippetContext } from "#lib/console/snippets/snippet.ts";
import type { Account } from "#lib/merchants/accounts/account.ts";
import type { ApiKeyOverview } from "#lib/merchants/api-keys/api-key.ts";
import type { IntegrationMethod } from "#lib/merchants/model/integration-method.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { getServices } from "#lib/services/index.ts";

export async function snippetContext(
  account: Account,
  mode: Mode,
  apiKey?: string,
): Promise<SnippetContext> {
  const { env } = await getServices();
  // Live mode refuses loopback origins.
  const origin = account.embedOrigins.find((one) => mode === "test" || one.startsWith("https:"));
  return {
    baseUrl: env.BASE_URL,
    checkoutUrl: env.CHECKOUT_URL,
    secureUrl: env.SECURE_URL,
    apiKey,
    shopOrigin: origin ?? "https://shop.example",
    appScheme: account.appSchemes[0] ?? "myapp",
  };
}

/** Whether a transaction of the account would have a payee. */
export async function hasPayee(accountId: string, mode: Mode): Promise<boolean> {
  const { accounts } = await getServices();
  try {
    await accounts.primaryPayee(accountId, mode);
    return true;
  } catch (error) {
    if (isAppError(error) && error.code === "no_payee") return false;
    throw error;
  }
}

/** Where a key is listed. */
export function listPathOf({
  method,
  scopes,
}: Pick<ApiKeyOverview, "method" | "scopes">): `/${string}` {
  return scopes === null ? methodPath(method) : "/installations/scoped";
}

export function methodPath(method: IntegrationMethod): `/${string}` {
  return `/installations/${method}`;
}
