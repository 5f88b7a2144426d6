import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import { type CartLine, cartLinesSchema, totalOf } from "./cart.ts";
import { SHOP_CURRENCY } from "./catalogue.ts";
import { readCredentials } from "./credentials.ts";
import { newOrderId, type Order, orderIdSchema } from "./order.ts";
import * as repository from "./repository.ts";
import type { PaymentProblem, RequestTransaction } from "./transaction-request.ts";

export type OrderingDeps = {
  db: Database;
  clock: Clock;
  seal: Seal;
  logger: Logger;
  requestTransaction: RequestTransaction;
};

export type PlacedOrder = { order: Order; problem?: PaymentProblem };

/**
 * By the form's `orderId`, a second click finds the first order.
 * @throws AppError `invalid_request` for a cart that can't be ordered
 */
export async function placeOrder(
  deps: OrderingDeps,
  cartId: string,
  lines: CartLine[],
  orderId = newOrderId(),
): Promise<PlacedOrder> {
  const items = cartLinesSchema.safeParse(lines);
  const isOrder = items.success && items.data.length > 0;
  if (!isOrder || !orderIdSchema.safeParse(orderId).success) {
    throw new AppError("invalid_request", { detail: "The cart can't be ordered" });
  }
  const { db, clock } = deps;
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
  await repository.insertOrder(db, { id: orderId, ...placed });
  const stored = await existing(db, orderId);
  if (isSameOrder(stored, placed)) return pay(deps, orderId);
  // The form is from an old page: the cart has changed.
  const freshId = newOrderId();
  await repository.insertOrder(db, { id: freshId, ...placed });
  return pay(deps, freshId);
}

/**
 * Changes nothing if the order has a checkout or is paid.
 * @throws AppError `not_found`
 */
export async function pay(deps: OrderingDeps, id: string): Promise<PlacedOrder> {
  const { db, clock, logger, requestTransaction } = deps;
  const before = await existing(db, id);
  if (before.status === "paid" || (before.status === "open" && before.redirectUrl !== null)) {
    return { order: before };
  }
  const { apiKey } = await readCredentials(deps);
  const response = await requestTransaction(apiKey, before);
  if ("problem" in response) {
    logger.warn({ orderId: id, ...response }, "the shop got no transaction");
    return { order: before, problem: response.problem };
  }
  await repository.setTransaction(db, id, { ...response, at: clock.now() });
  return { order: await existing(db, id) };
}

export async function findOrder(db: Database, id: string): Promise<Order | undefined> {
  return orderIdSchema.safeParse(id).success ? repository.findOrder(db, id) : undefined;
}

async function existing(db: Database, id: string): Promise<Order> {
  const found = await findOrder(db, id);
  if (!found) throw new AppError("not_found");
  return found;
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
