import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createMerchant } from "./onboarding.ts";
import type { Services } from "./services.ts";

/** Where the demo's keys are written, for a person to try the API with. */
function demoFile(dataDir: string): string {
  return join(dataDir, "demo.json");
}

// This very process serves the demo shop, whatever address people reach it under.
function callbackUrl(port: number): string {
  return `http://127.0.0.1:${port}/sandbox/shop/webhook`;
}

/**
 * Makes the demo account, its shop and its app once; its keys go to `DATA_DIR/demo.json`. Later starts only bring the
 * shop's callback URL to the present port.
 */
export async function seedDemo(services: Services): Promise<void> {
  await seedApp(services, await seedShop(services));
}

async function seedShop(services: Services): Promise<string> {
  const { env, sandboxShop, webhooks } = services;
  const url = callbackUrl(env.PORT);
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
  // Once the shop is configured no start comes back to the file, so it is written first.
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 });
  writeFileSync(demoFile(env.DATA_DIR), `${JSON.stringify(merchant, null, 2)}\n`, { mode: 0o600 });
  await sandboxShop.configure({
    accountId: merchant.accountId,
    apiKey: merchant.keys.web,
    webhookSecret: merchant.webhookSecret,
  });
  return merchant.accountId;
}

/** Gives the app a key of its own, also where the account was made before there was an app. */
async function seedApp(services: Services, accountId: string): Promise<void> {
  const { accounts, apiKeys, sandboxApp } = services;
  if ((await sandboxApp.accountId()) === accountId) return;
  await accounts.setEmailWhitelisted(accountId, true, "demo");
  const { key } = await apiKeys.create({ accountId, method: "sdk", mode: "test" });
  await sandboxApp.configure({ accountId, apiKey: key });
}
