import type { SnippetContext } from "#lib/console/snippets/snippet.ts";
import type { Account } from "#lib/merchants/accounts/account.ts";
import type { IntegrationMethod } from "#lib/merchants/api-keys/api-key.ts";
import { isAppError } from "#lib/platform/errors.ts";
import type { Mode } from "#lib/platform/mode.ts";
import { getServices } from "#lib/services/index.ts";

/** What snippets are filled with for an account. */
export async function snippetContext(
  account: Account,
  mode: Mode,
  apiKey?: string,
): Promise<SnippetContext> {
  const { env } = await getServices();
  // Loopback addresses, as of a shop under construction, are refused for real money.
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

/** Tells whether a transaction of the account would have somebody to be paid to. */
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

/** The console's page of a method. */
export function methodPath(method: IntegrationMethod): `/${string}` {
  return `/installations/${method}`;
}
