import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import * as repository from "./repository.ts";

export type ShopCredentials = { accountId: string; apiKey: string; webhookSecret: string };

export const SHOP_ID = "demo";

export const shopContexts = {
  apiKey: (id: string) => `sandbox_shops:${id}:api-key`,
  webhookSecret: (id: string) => `sandbox_shops:${id}:webhook-secret`,
};

type Deps = { db: Database; clock: Clock; seal: Seal };

export async function configure(
  { db, clock, seal }: Deps,
  { accountId, apiKey, webhookSecret }: ShopCredentials,
): Promise<void> {
  await repository.saveShop(db, {
    id: SHOP_ID,
    accountId,
    sealedApiKey: seal.seal(apiKey, shopContexts.apiKey(SHOP_ID)),
    sealedWebhookSecret: seal.seal(webhookSecret, shopContexts.webhookSecret(SHOP_ID)),
    createdAt: clock.now(),
  });
}

/** @throws AppError `not_found` until the shop is set up */
export async function readCredentials({
  db,
  seal,
}: Pick<Deps, "db" | "seal">): Promise<ShopCredentials> {
  const row = await repository.findShop(db, SHOP_ID);
  if (!row) throw new AppError("not_found", { detail: "The demo shop is not set up" });
  return {
    accountId: row.accountId,
    apiKey: seal.open(row.sealedApiKey, shopContexts.apiKey(SHOP_ID)),
    webhookSecret: seal.open(row.sealedWebhookSecret, shopContexts.webhookSecret(SHOP_ID)),
  };
}
