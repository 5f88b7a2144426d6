import { and, desc, eq, isNull, ne, or } from "drizzle-orm";
import type { Database } from "#lib/platform/db/database.ts";
import { sandboxShopOrders, sandboxShops } from "#lib/sandbox/model/schema.ts";
import type { Order } from "./order.ts";

export type ShopRow = typeof sandboxShops.$inferSelect;

type Outcome = { orderId: string; transactionId: string; eventId: string; at: Date };

const unpaid = ne(sandboxShopOrders.status, "paid");

export async function saveShop(db: Database, row: ShopRow): Promise<void> {
  const { id: _, createdAt: __, ...values } = row;
  await db
    .insert(sandboxShops)
    .values(row)
    .onConflictDoUpdate({ target: sandboxShops.id, set: values });
}

export async function findShop(db: Database, shopId: string): Promise<ShopRow | undefined> {
  const [row] = await db.select().from(sandboxShops).where(eq(sandboxShops.id, shopId));
  return row;
}

export async function insertOrder(db: Database, order: Omit<Order, "externalId">): Promise<void> {
  await db.insert(sandboxShopOrders).values(order).onConflictDoNothing();
}

export async function findOrder(db: Database, orderId: string): Promise<Order | undefined> {
  const [row] = await db.select().from(sandboxShopOrders).where(eq(sandboxShopOrders.id, orderId));
  return row;
}

export function listOrders(db: Database, cartId: string, limit: number): Promise<Order[]> {
  return db
    .select()
    .from(sandboxShopOrders)
    .where(eq(sandboxShopOrders.cartId, cartId))
    .orderBy(desc(sandboxShopOrders.createdAt), desc(sandboxShopOrders.id))
    .limit(limit);
}

export async function setTransaction(
  db: Database,
  orderId: string,
  values: { transactionId: string; redirectUrl: string; at: Date },
): Promise<void> {
  const { at, ...transaction } = values;
  await db
    .update(sandboxShopOrders)
    .set({ ...transaction, status: "open", updatedAt: at })
    .where(and(eq(sandboxShopOrders.id, orderId), unpaid));
}

export async function markPaid(db: Database, outcome: Outcome): Promise<boolean> {
  const rows = await db
    .update(sandboxShopOrders)
    .set({ status: "paid", ...stampOf(outcome) })
    .where(and(eq(sandboxShopOrders.id, outcome.orderId), unpaid))
    .returning({ id: sandboxShopOrders.id });
  return rows.length > 0;
}

export async function markFailed(db: Database, outcome: Outcome): Promise<boolean> {
  const awaited = or(
    isNull(sandboxShopOrders.transactionId),
    eq(sandboxShopOrders.transactionId, outcome.transactionId),
  );
  const rows = await db
    .update(sandboxShopOrders)
    .set({ status: "failed", ...stampOf(outcome) })
    .where(
      and(eq(sandboxShopOrders.id, outcome.orderId), eq(sandboxShopOrders.status, "open"), awaited),
    )
    .returning({ id: sandboxShopOrders.id });
  return rows.length > 0;
}

function stampOf({ transactionId, eventId, at }: Outcome) {
  return { transactionId, lastEventId: eventId, updatedAt: at };
}
