import type { Actor } from "#lib/platform/audit/log.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";

export type DemoShop = { callbackUrl: string; accountId: () => Promise<string | undefined> };

export type Receiver = { isOpen: () => Promise<boolean>; urlsOf: (accountId: string) => string[] };

type Target = { mode: Mode; url: string; accountId?: string | undefined; actor?: Actor };

export type AllowsLocal = (target: Target) => Promise<boolean>;

/**
 * Test mode only. Without the operator's permission, only the exact URLs of the test receiver and of the demo shop: strangers
 * can sign up.
 */
export function createLocalCallbacks(deps: {
  env: { ALLOW_LOCAL_CALLBACKS: boolean };
  demoShop?: DemoShop | undefined;
  receiver?: Receiver | undefined;
}): AllowsLocal {
  const { env, demoShop, receiver } = deps;
  return async ({ mode, url, accountId, actor }) => {
    if (mode !== "test") return false;
    if (env.ALLOW_LOCAL_CALLBACKS) return true;
    if (accountId !== undefined && receiver?.urlsOf(accountId).includes(url)) {
      return receiver.isOpen();
    }
    if (demoShop === undefined || URL.parse(url)?.href !== demoShop.callbackUrl) return false;
    // The seed creates the endpoint before the shop knows its account.
    return (
      actor === "demo" || (accountId !== undefined && accountId === (await demoShop.accountId()))
    );
  };
}
