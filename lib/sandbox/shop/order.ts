import { z } from "zod";
import { randomToken } from "#lib/platform/values/ids.ts";
import type { sandboxShopOrders } from "#lib/sandbox/model/schema.ts";

/** `externalId` is its number, such as `#1042`; `amount` in minor units. */
export type Order = typeof sandboxShopOrders.$inferSelect;

/** Unguessable: the id gives access, also on a phone without the cart. */
export const orderIdSchema = z.string().regex(/^order-[\w-]{22}$/);

/** 128 random bits. */
export function newOrderId(): string {
  return `order-${randomToken(16)}`;
}
