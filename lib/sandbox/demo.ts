import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createMerchant, type MerchantParts } from "#lib/console/onboarding/merchant.ts";
import type { InvitationService } from "#lib/identity/members/invitations.ts";
import type { MemberService } from "#lib/identity/members/service.ts";
import type { AccountService } from "#lib/merchants/accounts/service.ts";
import type { Env } from "#lib/platform/env.ts";
import { createMerchantText } from "#lib/platform/i18n/format.ts";
import { randomToken } from "#lib/platform/ids.ts";
import type { WebhookService } from "#lib/webhooks/service.ts";
import type { SandboxAppService } from "./app/service.ts";
import type { SandboxShopService } from "./shop/service.ts";
import { callbackUrlOf } from "./shop/site.ts";

export type DemoParts = MerchantParts & {
  env: Pick<Env, "PORT" | "DATA_DIR" | "SANDBOX_SHOP_URL" | "SMTP_URL">;
  accounts: Pick<AccountService, "setEmailWhitelisted">;
  webhooks: Pick<WebhookService, "changeUrls">;
  members: Pick<MemberService, "list">;
  invitations: Pick<InvitationService, "inviteByLink" | "acceptAsNew">;
  sandboxShop: Pick<SandboxShopService, "accountId" | "configure">;
  sandboxApp: Pick<SandboxAppService, "accountId" | "configure">;
};

function demoFile(dataDir: string): string {
  return join(dataDir, "demo.json");
}

/**
 * Creates the demo's account, shop, app and owner once; keys and password go to `DATA_DIR/demo.json`. Later starts only update
 * the port of the callback URL.
 */
export async function seedDemo(services: DemoParts): Promise<void> {
  const accountId = await seedShop(services);
  await seedApp(services, accountId);
  await seedOwner(services, accountId);
}

async function seedShop(services: DemoParts): Promise<string> {
  const { env, sandboxShop, webhooks } = services;
  const url = callbackUrlOf(env.PORT);
  const accountId = await sandboxShop.accountId();
  if (accountId !== undefined) {
    await webhooks.changeUrls({ accountId, mode: "test", url });
    return accountId;
  }
  const merchant = await createMerchant(services, {
    name: "Bankside Demo Shop",
    mode: "test",
    iban: "NL91ABNA0417164300",
    origins: [new URL(env.SANDBOX_SHOP_URL).origin],
    callbackUrl: url,
    actor: "demo",
  });
  if (!merchant.webhookSecret) throw new Error("the demo shop has no webhook secret");
  // Written first: once the shop is configured, no start writes it again.
  noteDown(env.DATA_DIR, merchant);
  await sandboxShop.configure({
    accountId: merchant.accountId,
    apiKey: merchant.keys.web,
    webhookSecret: merchant.webhookSecret,
  });
  return merchant.accountId;
}

/** Also for accounts that are older than the app. */
async function seedApp(services: DemoParts, accountId: string): Promise<void> {
  const { accounts, apiKeys, sandboxApp } = services;
  if ((await sandboxApp.accountId()) === accountId) return;
  await accounts.setEmailWhitelisted(accountId, true, "demo");
  const { key } = await apiKeys.create({ accountId, method: "sdk", mode: "test", actor: "demo" });
  await sandboxApp.configure({ accountId, apiKey: key });
}

/** With a mail server, users sign up themselves. */
async function seedOwner(services: DemoParts, accountId: string): Promise<void> {
  const { env, members, invitations } = services;
  if (env.SMTP_URL || (await members.list(accountId)).length > 0) return;
  // Demos may share a database, where e-mail addresses are unique.
  const email = `owner-${accountId.slice(-8)}@demo.example`;
  const password = randomToken(12);
  const text = createMerchantText();
  const { link } = await invitations.inviteByLink({ accountId, email, role: "owner", text });
  const token = new URL(link).searchParams.get("token") ?? "";
  // Written first: an unknown password is useless.
  noteDown(env.DATA_DIR, { console: { email, password } });
  await invitations.acceptAsNew({ token, name: "Demo owner", password });
}

function noteDown(dataDir: string, news: object): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = demoFile(dataDir);
  const before: object = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  writeFileSync(file, `${JSON.stringify({ ...before, ...news }, null, 2)}\n`, { mode: 0o600 });
}
