import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import type { CartLine } from "./cart.ts";
import { PRODUCTS, type Product } from "./catalogue.ts";
import { configure, SHOP_ID, type ShopCredentials } from "./credentials.ts";
import { findOrder, pay, placeOrder } from "./ordering.ts";
import * as repository from "./repository.ts";
import { createTransactionRequest } from "./transaction-request.ts";
import { receiveWebhook } from "./webhook.ts";

export type SandboxShopService = ReturnType<typeof createSandboxShopService>;

type Deps = {
  db: Database;
  clock: Clock;
  seal: Seal;
  baseUrl: string;
  shopUrl: string;
  logger: Logger;
  timeoutMs?: number;
};

const LISTED_ORDERS = 50;
const TIMEOUT_MS = 10_000;

/** Uses the payment service only over HTTP (`baseUrl`) and by signed webhooks. */
export function createSandboxShopService(given: Deps) {
  const { db } = given;
  const requestTransaction = createTransactionRequest({ timeoutMs: TIMEOUT_MS, ...given });
  const deps = { ...given, requestTransaction };
  return {
    configure: (credentials: ShopCredentials) => configure(deps, credentials),

    accountId: async () => (await repository.findShop(db, SHOP_ID))?.accountId,

    isConfigured: async () => (await repository.findShop(db, SHOP_ID)) !== undefined,
    catalogue: (): readonly Product[] => PRODUCTS,
    placeOrder: (cartId: string, lines: CartLine[], orderId?: string) =>
      placeOrder(deps, cartId, lines, orderId),
    payAgain: (id: string) => pay(deps, id),
    order: (id: string) => findOrder(db, id),
    orders: (cartId: string) => repository.listOrders(db, cartId, LISTED_ORDERS),
    receiveWebhook: (headers: Record<string, string>, rawBody: string | Buffer) =>
      receiveWebhook(deps, headers, rawBody),
  };
}
