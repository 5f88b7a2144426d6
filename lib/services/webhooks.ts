import type { AccountService } from "#lib/merchants/accounts/service.ts";
import { readPublicLink } from "#lib/payments/links/links.ts";
import { createOutboundProxy } from "#lib/platform/net/outbound-proxy.ts";
import { createTestReceiver } from "#lib/sandbox/receiver/service.ts";
import { sendWebhook } from "#lib/webhooks/deliveries/sender.ts";
import { createAllowlist } from "#lib/webhooks/net-guard/allowlist.ts";
import { createConnections } from "#lib/webhooks/net-guard/guarded-agent.ts";
import { createWebhookService } from "#lib/webhooks/service.ts";
import { linkPageUrl, type Parts } from "./parts.ts";
import type { SandboxServices } from "./sandbox.ts";

type Wings = {
  accounts: AccountService;
  sandbox: Pick<SandboxServices, "demoShop" | "receiverAddress" | "sandboxEnabled">;
};

export function createWebhookServices(
  { env, connection: { db }, clock, logger, seal }: Parts,
  { accounts, sandbox: { demoShop, receiverAddress, sandboxEnabled } }: Wings,
) {
  const base = { db, clock };
  const allowlist = createAllowlist(env);
  const connections = createConnections({ allowlist, proxy: createOutboundProxy(env) });
  const webhooks = createWebhookService({
    ...base,
    seal,
    env,
    demoShop,
    receiver: { isOpen: sandboxEnabled, urlsOf: receiverAddress.urlsOf },
    logger,
    accounts,
    readLink: (tx, id) => readPublicLink({ clock, pageUrl: linkPageUrl(env) }, tx, id),
    allowlist,
    send: (request) => sendWebhook(request, { connections }),
    random: Math.random,
  });
  const testReceiver = createTestReceiver({ ...base, address: receiverAddress, webhooks });
  return { webhooks, testReceiver };
}
