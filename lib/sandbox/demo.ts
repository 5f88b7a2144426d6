import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createMerchant, type MerchantParts } from "#lib/console/onboarding/merchant.ts";
import type { InvitationService } from "#lib/identity/members/invitations.ts";
import type { MemberService } from "#lib/identity/members/service.ts";
import type { AccountService } from "#lib/merchants/accounts/service.ts";
import type { BrandService } from "#lib/merchants/brand/service.ts";
import type { Env } from "#lib/platform/configuration/env.ts";
import { createMerchantText } from "#lib/platform/i18n/format.ts";
import { randomToken } from "#lib/platform/values/ids.ts";
import type { WebhookService } from "#lib/webhooks/service.ts";
import type { SandboxAppService } from "./app/service.ts";
import { SHOP_LOGO } from "./shop/logo.ts";
import type { SandboxShopService } from "./shop/service.ts";
import { callbackUrlOf } from "./shop/site.ts";

export type DemoParts = Omit<MerchantParts, "accounts"> & {
  env: Pick<Env, "PORT" | "DATA_DIR" | "SANDBOX_SHOP_URL" | "SMTP_URL">;
  accounts: MerchantParts["accounts"] &
    Pick<AccountService, "setEmailWhitelisted" | "setPayerVerification">;
  brands: Pick<BrandService, "change">;
  webhooks: Pick<WebhookService, "changeUrls">;
  members: Pick<MemberService, "list">;
  invitations: Pick<InvitationService, "inviteByLink" | "acceptAsNew" | "accept">;
  sandboxShop: Pick<SandboxShopService, "accountId" | "configure">;
  sandboxApp: Pick<SandboxAppService, "accountId" | "configure">;
};

function demoFile(dataDir: string): string {
  return join(dataDir, "demo.json");
}

/**
 * Once: the shop, the app, an account for each, and their owner. Keys and password go to `DATA_DIR/demo.json`. Later starts
 * only update the port of the callback URL.
 */
export async function seedDemo(services: DemoParts): Promise<void> {
  const shopId = await seedShop(services);
  const appId = await seedApp(services);
  await seedOwner(services, shopId, appId);
}

async function seedShop(services: DemoParts): Promise<string> {
  const { env, sandboxShop, webhooks, brands } = services;
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
  const logo = Buffer.from(SHOP_LOGO, "base64");
  const brand = { accountId: merchant.accountId, accentColour: "", scheme: "auto", logo };
  await brands.change(brand, "demo");
  if (!merchant.webhookSecret) throw new Error("the demo shop has no webhook secret");
  await services.accounts.setPayerVerification(merchant.accountId, "off", "demo");
  noteDown(env.DATA_DIR, merchant);
  await sandboxShop.configure({
    accountId: merchant.accountId,
    apiKey: merchant.keys.web,
    webhookSecret: merchant.webhookSecret,
  });
  return merchant.accountId;
}

/** Earlier versions used the shop's account. */
async function seedApp(services: DemoParts): Promise<string> {
  const { accounts, sandboxApp } = services;
  const existing = await sandboxApp.accountId();
  if (existing !== undefined) return existing;
  const { accountId, keys } = await createMerchant(services, {
    name: "Bankside Demo App",
    mode: "test",
    iban: "DE89370400440532013000",
    origins: [],
    actor: "demo",
  });
  await accounts.setEmailWhitelisted(accountId, true, "demo");
  await sandboxApp.configure({ accountId, apiKey: keys.sdk });
  return accountId;
}

async function seedOwner(
  services: DemoParts,
  accountId: string,
  appAccountId: string,
): Promise<void> {
  const { env, members, invitations } = services;
  if (env.SMTP_URL || (await members.list(accountId)).length > 0) return;
  // Demos may share a database, where e-mail addresses are unique.
  const email = `owner-${accountId.slice(-8)}@demo.example`;
  const password = randomToken(12);
  const invite = async (to: string) => {
    const text = createMerchantText();
    const invitation = { accountId: to, email, role: "owner", text } as const;
    const { link } = await invitations.inviteByLink(invitation);
    return new URL(link).searchParams.get("token") ?? "";
  };
  const token = await invite(accountId);
  // Written first: an unknown password is useless.
  noteDown(env.DATA_DIR, { console: { email, password } });
  const owner = await invitations.acceptAsNew({ token, name: "Demo owner", password });
  if (appAccountId === accountId) return;
  const user = { id: owner.userId, email };
  await invitations.accept({ token: await invite(appAccountId), user });
}

function noteDown(dataDir: string, news: object): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = demoFile(dataDir);
  const before: object = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  writeFileSync(file, `${JSON.stringify({ ...before, ...news }, null, 2)}\n`, { mode: 0o600 });
}
