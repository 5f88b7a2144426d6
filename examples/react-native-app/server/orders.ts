import { randomBytes } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import type { OrderStatus } from "../shared/products.ts";

export type Order = { id: string; amount: number; status: OrderStatus };

/** As Bankside sends it in a webhook, with more fields. */
export type Transaction = { amount: number; currency: string; externalId: string | null };

export function openOrders(file: string) {
  const db = new DatabaseSync(file);
  db.exec(`
    CREATE TABLE IF NOT EXISTS orders (
      id TEXT PRIMARY KEY,
      amount INTEGER NOT NULL,
      status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'paid', 'failed'))
    ) STRICT;
    CREATE TABLE IF NOT EXISTS webhooks (id TEXT PRIMARY KEY, type TEXT NOT NULL) STRICT;
  `);

  function find(id: string): Order | undefined {
    // The columns are those of `Order`.
    return db.prepare("SELECT id, amount, status FROM orders WHERE id = ?").get(id) as
      | Order
      | undefined;
  }

  function settle(type: string, { amount, currency, externalId }: Transaction): void {
    const order = externalId === null ? undefined : find(externalId);
    if (!order) return;
    if (type === "transaction.succeeded") {
      // The amount came from the phone, where its user can change it.
      if (amount !== order.amount || currency !== "EUR") {
        console.error(`Order ${order.id} was paid with ${amount} ${currency}: check it by hand`);
        return;
      }
      db.prepare("UPDATE orders SET status = 'paid' WHERE id = ?").run(order.id);
    }
    if (type === "transaction.failed") {
      db.prepare("UPDATE orders SET status = 'failed' WHERE id = ? AND status = 'open'").run(
        order.id,
      );
    }
  }

  return {
    find,
    create(amount: number): Order {
      // Random: it grants access to the order, in place of a user who signs in.
      const id = randomBytes(9).toString("base64url");
      db.prepare("INSERT INTO orders (id, amount) VALUES (?, ?)").run(id, amount);
      return { id, amount, status: "open" };
    },
    /** Before another payment. A paid order stays paid. */
    reopen(id: string): void {
      db.prepare("UPDATE orders SET status = 'open' WHERE id = ? AND status = 'failed'").run(id);
    },
    /** Handles each webhook once, however often it arrives. */
    handleWebhook(webhookId: string, type: string, transaction: Transaction): void {
      db.exec("BEGIN IMMEDIATE");
      try {
        const { changes } = db
          .prepare("INSERT OR IGNORE INTO webhooks (id, type) VALUES (?, ?)")
          .run(webhookId, type);
        if (changes > 0) settle(type, transaction);
        db.exec("COMMIT");
      } catch (error) {
        db.exec("ROLLBACK");
        throw error;
      }
    },
  };
}
