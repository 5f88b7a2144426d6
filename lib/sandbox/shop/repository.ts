import { and, desc, eq, isNull, ne, or } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { sandboxShopOrders, sandboxShops } from "#lib/sandbox/schema.ts";
import type { Order } from "./order.ts";

export type ShopRow = typeof sandboxShops.$inferSelect;

type Outcome = { orderId: string; transactionId: string; eventId: string; at: Date };

export function createSandboxShopRepository(db: Database) {
  const { id, status, transactionId } = sandboxShopOrders;
  const unpaid = ne(status, "paid");

  return {
    async saveShop(row: ShopRow): Promise<void> {
      const { id: _, createdAt: __, ...values } = row;
      await db
        .insert(sandboxShops)
        .values(row)
        .onConflictDoUpdate({ target: sandboxShops.id, set: values });
    },

    async findShop(shopId: string): Promise<ShopRow | undefined> {
      const [row] = await db.select().from(sandboxShops).where(eq(sandboxShops.id, shopId));
      return row;
    },

    /** Keeps an order with the same id. */
    async insertOrder(order: Order): Promise<void> {
      await db.insert(sandboxShopOrders).values(order).onConflictDoNothing();
    },

    async findOrder(orderId: string): Promise<Order | undefined> {
      const [row] = await db.select().from(sandboxShopOrders).where(eq(id, orderId));
      return row;
    },

    listOrders(cartId: string, limit: number): Promise<Order[]> {
      return db
        .select()
        .from(sandboxShopOrders)
        .where(eq(sandboxShopOrders.cartId, cartId))
        .orderBy(desc(sandboxShopOrders.createdAt), desc(id))
        .limit(limit);
    },

    /** Does nothing if the order is paid. */
    async setTransaction(
      orderId: string,
      values: { transactionId: string; redirectUrl: string; at: Date },
    ): Promise<void> {
      const { at, ...transaction } = values;
      await db
        .update(sandboxShopOrders)
        .set({ ...transaction, status: "open", updatedAt: at })
        .where(and(eq(id, orderId), unpaid));
    },

    /** False if it is paid already. */
    async markPaid(outcome: Outcome): Promise<boolean> {
      const rows = await db
        .update(sandboxShopOrders)
        .set({ status: "paid", ...stampOf(outcome) })
        .where(and(eq(id, outcome.orderId), unpaid))
        .returning({ id });
      return rows.length > 0;
    },

    /** Only if the order waits for this transaction; false if nothing changed. */
    async markFailed(outcome: Outcome): Promise<boolean> {
      const awaited = or(isNull(transactionId), eq(transactionId, outcome.transactionId));
      const rows = await db
        .update(sandboxShopOrders)
        .set({ status: "failed", ...stampOf(outcome) })
        .where(and(eq(id, outcome.orderId), eq(status, "open"), awaited))
        .returning({ id });
      return rows.length > 0;
    },
  };
}

function stampOf({ transactionId, eventId, at }: Outcome) {
  return { transactionId, lastEventId: eventId, updatedAt: at };
}
