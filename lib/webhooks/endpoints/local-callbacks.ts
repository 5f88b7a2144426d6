import type { Actor } from "#lib/platform/audit/log.ts";
import type { Mode } from "#lib/platform/mode.ts";

/** The demo shop, which this process serves itself: where it receives webhooks, and the account it belongs to. */
export type DemoShop = { callbackUrl: string; accountId: () => Promise<string | undefined> };

type Target = { mode: Mode; url: string; accountId?: string | undefined; actor?: Actor };

/** Decides whether the webhooks of an endpoint may go to loopback, over http and to any port. */
export type AllowsLocal = (target: Target) => Promise<boolean>;

/**
 * Test webhooks may go to loopback where the operator allows it. Without that only the demo shop's exact URL passes, and
 * only for the demo's account: strangers can sign up on a public deployment.
 */
export function createLocalCallbacks(deps: {
  env: { ALLOW_LOCAL_CALLBACKS: boolean };
  demoShop?: DemoShop | undefined;
}): AllowsLocal {
  const { env, demoShop } = deps;
  return async ({ mode, url, accountId, actor }) => {
    if (mode !== "test") return false;
    if (env.ALLOW_LOCAL_CALLBACKS) return true;
    if (demoShop === undefined || URL.parse(url)?.href !== demoShop.callbackUrl) return false;
    // The seed creates the endpoint before the shop knows its account.
    return (
      actor === "demo" || (accountId !== undefined && accountId === (await demoShop.accountId()))
    );
  };
}
