import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Random } from "./random.ts";
import { createRefunder } from "./refunder.ts";
import { createRequests, isForLater, type RequestOptions } from "./requests.ts";
import type { Shop } from "./shop.ts";

const PAUSE_MS = 100;

const createdSchema = z.object({
  id: z.string(),
  redirectUrl: z.string(),
  status: z.string(),
  externalId: z.string(),
});

/** `acknowledged` is empty if no response came. */
export type Order = {
  externalId: string;
  amount: number;
  idempotencyKey: string;
  requests: number;
  acknowledged: { id: string; redirectUrl: string }[];
};

/** Repeats requests without a response, possibly at another server. */
export function createMerchant(shop: Shop, random: Random, urls: readonly [string, ...string[]]) {
  const orders: Order[] = [];
  const requests = createRequests(shop.apiKey, random, urls);
  const { send } = requests;

  async function ask(order: Order, options: RequestOptions = {}): Promise<boolean> {
    order.requests++;
    const { externalId, amount, idempotencyKey } = order;
    const input = {
      externalId,
      amount,
      currency: "EUR",
      successUrl: "https://books.example/thanks",
      failureUrl: "https://books.example/sorry",
    };
    const headers = { "idempotency-key": idempotencyKey, ...options.headers };
    const response = await send("/transactions", input, { ...options, headers });
    if (response?.status === 200 || response?.status === 201) {
      const { id, redirectUrl } = createdSchema.parse(response.body);
      order.acknowledged.push({ id, redirectUrl });
      return true;
    }
    // Anything else is a defect.
    if (response && !isForLater(response) && response.status !== 409) {
      throw new Error(`creation answered ${response.status} ${JSON.stringify(response.body)}`);
    }
    return false;
  }

  return {
    orders,
    refunder: createRefunder(requests),

    /** With the name of another order, it supersedes that one. */
    newOrder({
      externalId = `order-${randomUUID()}`,
      amount = 1_000 + random.below(9_000),
    } = {}): Order {
      const order: Order = {
        externalId,
        amount,
        idempotencyKey: randomUUID(),
        requests: 0,
        acknowledged: [],
      };
      orders.push(order);
      return order;
    },

    /** False if not acknowledged. */
    ask,

    /** Repeats until acknowledged or `isOver`. Resolves to the id. */
    async create(order: Order, isOver: () => boolean): Promise<string | undefined> {
      while (!(await ask(order))) {
        if (isOver()) return undefined;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
      return order.acknowledged.at(-1)?.id;
    },

    drive: (id: string, outcome: string, options?: RequestOptions) =>
      send(`/test/transactions/${id}/outcome`, { outcome }, options),

    cancel: (id: string, options?: RequestOptions) =>
      send(`/transactions/${id}/cancel`, {}, options),
  };
}

export type Merchant = ReturnType<typeof createMerchant>;
