import { z } from "zod";
import { randomToken } from "#lib/platform/ids.ts";
import type { sandboxShopOrders } from "#lib/sandbox/schema.ts";

/** An order of the demo shop. Its id is its `externalId` at the payment service; `amount` in minor units. */
export type Order = typeof sandboxShopOrders.$inferSelect;

/** Id of an order. Unguessable: who knows it may see the order, also on a phone that has no cart. */
export const orderIdSchema = z.string().regex(/^order-[\w-]{22}$/);

/** Makes the id of a new order (128 random bits). */
export function newOrderId(): string {
  return `order-${randomToken(16)}`;
}
