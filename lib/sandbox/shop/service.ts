import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import { isSigned } from "#lib/sandbox/model/signed-webhook.ts";
import { type CartLine, cartLinesSchema, totalOf } from "./cart.ts";
import { PRODUCTS, type Product, SHOP_CURRENCY } from "./catalogue.ts";
import { newOrderId, type Order, orderIdSchema } from "./order.ts";
import { type PaymentEvent, readPaymentEvent } from "./payment-event.ts";
import * as repository from "./repository.ts";
import { createTransactionRequest, type PaymentProblem } from "./transaction-request.ts";

export type ShopCredentials = { accountId: string; apiKey: string; webhookSecret: string };

/** `problem`: why it can't be paid now. */
export type PlacedOrder = { order: Order; problem?: PaymentProblem };

/**
 * `changed`: now paid or failed; `unchanged`: a repetition or older news; `ignored`: signed, but about no known order, or not
 * fitting it.
 */
export type WebhookResult = "unsigned" | "unreadable" | "ignored" | "unchanged" | "changed";

export type SandboxShopService = ReturnType<typeof createSandboxShopService>;

const SHOP_ID = "demo";

export const shopContexts = {
  apiKey: (id: string) => `sandbox_shops:${id}:api-key`,
  webhookSecret: (id: string) => `sandbox_shops:${id}:webhook-secret`,
};

const LISTED_ORDERS = 50;
const TIMEOUT_MS = 10_000;

/** Uses the payment service only over HTTP (`baseUrl`) and by signed webhooks. */
export function createSandboxShopService(deps: {
  db: Database;
  clock: Clock;
  seal: Seal;
  baseUrl: string;
  shopUrl: string;
  logger: Logger;
  timeoutMs?: number;
}) {
  const { clock, seal, logger } = deps;
  const requestTransaction = createTransactionRequest({ timeoutMs: TIMEOUT_MS, ...deps });

  async function credentials(): Promise<ShopCredentials> {
    const row = await repository.findShop(deps.db, SHOP_ID);
    if (!row) throw new AppError("not_found", { detail: "The demo shop is not set up" });
    return {
      accountId: row.accountId,
      apiKey: seal.open(row.sealedApiKey, shopContexts.apiKey(SHOP_ID)),
      webhookSecret: seal.open(row.sealedWebhookSecret, shopContexts.webhookSecret(SHOP_ID)),
    };
  }

  async function order(id: string): Promise<Order | undefined> {
    return orderIdSchema.safeParse(id).success ? repository.findOrder(deps.db, id) : undefined;
  }

  async function existing(id: string): Promise<Order> {
    const found = await order(id);
    if (!found) throw new AppError("not_found");
    return found;
  }

  /** Changes nothing if the order has a checkout or is paid. */
  async function pay(id: string): Promise<PlacedOrder> {
    const before = await existing(id);
    if (before.status === "paid" || (before.status === "open" && before.redirectUrl !== null)) {
      return { order: before };
    }
    const { apiKey } = await credentials();
    const response = await requestTransaction(apiKey, before);
    if ("problem" in response) {
      logger.warn({ orderId: id, ...response }, "the shop got no transaction");
      return { order: before, problem: response.problem };
    }
    await repository.setTransaction(deps.db, id, { ...response, at: clock.now() });
    return { order: await existing(id) };
  }

  async function apply(event: PaymentEvent, eventId: string): Promise<WebhookResult> {
    const { data } = event;
    const found = await order(data.metadata?.orderId ?? "");
    if (!found) return "ignored";
    const outcome = { orderId: found.id, transactionId: data.id, eventId, at: clock.now() };
    if (event.type === "transaction.failed") {
      return (await repository.markFailed(deps.db, outcome)) ? "changed" : "unchanged";
    }
    if (data.amount !== found.amount || data.currency !== found.currency) {
      logger.warn(
        { orderId: found.id, eventId },
        "the webhook has a different amount than the order",
      );
      return "ignored";
    }
    return (await repository.markPaid(deps.db, outcome)) ? "changed" : "unchanged";
  }

  return {
    /** Replaces earlier credentials. */
    async configure({ accountId, apiKey, webhookSecret }: ShopCredentials): Promise<void> {
      await repository.saveShop(deps.db, {
        id: SHOP_ID,
        accountId,
        sealedApiKey: seal.seal(apiKey, shopContexts.apiKey(SHOP_ID)),
        sealedWebhookSecret: seal.seal(webhookSecret, shopContexts.webhookSecret(SHOP_ID)),
        createdAt: clock.now(),
      });
    },

    /** `undefined` until the shop is set up. */
    accountId: async (): Promise<string | undefined> =>
      (await repository.findShop(deps.db, SHOP_ID))?.accountId,

    isConfigured: async (): Promise<boolean> =>
      (await repository.findShop(deps.db, SHOP_ID)) !== undefined,

    catalogue: (): readonly Product[] => PRODUCTS,

    /**
     * `orderId` comes with the cart's form, so that a second click finds the first order.
     * @throws AppError `invalid_request` for a cart that can't be ordered
     */
    async placeOrder(
      cartId: string,
      lines: CartLine[],
      orderId = newOrderId(),
    ): Promise<PlacedOrder> {
      const items = cartLinesSchema.safeParse(lines);
      const isOrder = items.success && items.data.length > 0;
      if (!isOrder || !orderIdSchema.safeParse(orderId).success) {
        throw new AppError("invalid_request", { detail: "The cart can't be ordered" });
      }
      const now = clock.now();
      const placed = {
        cartId,
        items: items.data,
        amount: totalOf(items.data),
        currency: SHOP_CURRENCY,
        transactionId: null,
        redirectUrl: null,
        status: "open" as const,
        lastEventId: null,
        createdAt: now,
        updatedAt: now,
      };
      await repository.insertOrder(deps.db, { id: orderId, ...placed });
      const stored = await existing(orderId);
      if (isSameOrder(stored, placed)) return pay(orderId);
      // The form is from an old page: its order exists, and the cart has changed.
      const freshId = newOrderId();
      await repository.insertOrder(deps.db, { id: freshId, ...placed });
      return pay(freshId);
    },

    /**
     * After a failed payment or an unreachable payment service.
     * @throws AppError `not_found`
     */
    payAgain: pay,

    order,

    orders: (cartId: string): Promise<Order[]> =>
      repository.listOrders(deps.db, cartId, LISTED_ORDERS),

    /**
     * Marks an order paid only if the signature, account, amount and currency fit. A paid order stays paid.
     * @throws AppError `not_found` until the shop is set up
     */
    async receiveWebhook(
      headers: Record<string, string>,
      rawBody: string | Buffer,
    ): Promise<WebhookResult> {
      const { webhookSecret, accountId } = await credentials();
      if (!isSigned(webhookSecret, headers, rawBody)) return "unsigned";
      const event = readPaymentEvent(rawBody);
      if (!event) return "unreadable";
      if (event === "other" || event.data.accountId !== accountId) return "ignored";
      return apply(event, headers["webhook-id"] ?? "");
    },
  };
}

function isSameOrder(stored: Order, wanted: Pick<Order, "cartId" | "items">): boolean {
  return (
    stored.cartId === wanted.cartId &&
    stored.items.length === wanted.items.length &&
    stored.items.every(
      ({ productId, quantity }, index) =>
        wanted.items[index]?.productId === productId && wanted.items[index].quantity === quantity,
    )
  );
}
