import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createMerchant } from "./onboarding.ts";
import type { Services } from "./services.ts";

/** Where the demo's keys are written, for a person to try the API with. */
function demoFile(dataDir: string): string {
  return join(dataDir, "demo.json");
}

/** Makes the demo account and its shop once; their keys go to `DATA_DIR/demo.json`. */
export async function seedDemo(services: Services): Promise<void> {
  if (await services.sandboxShop.isConfigured()) return;
  const { env } = services;
  const merchant = await createMerchant(services, {
    name: "Bankside Demo Shop",
    mode: "test",
    iban: "NL91ABNA0417164300",
    origins: [new URL(env.SANDBOX_SHOP_URL).origin],
    callbackUrl: `${env.SANDBOX_SHOP_URL}/webhook`,
  });
  if (!merchant.webhookSecret) throw new Error("the demo shop has no webhook secret");
  await services.sandboxShop.configure({
    accountId: merchant.accountId,
    apiKey: merchant.keys.web,
    webhookSecret: merchant.webhookSecret,
  });
  writeFileSync(demoFile(env.DATA_DIR), `${JSON.stringify(merchant, null, 2)}\n`, { mode: 0o600 });
}
