import "server-only";
import { randomBytes } from "node:crypto";
import { database, inTransaction } from "./database";
import type { Product } from "./products";

/** As Bankside sends it, in responses and in webhooks, with more fields. */
export type Transaction = {
  id: string;
  status: "pending" | "processing" | "succeeded" | "failed";
  amount: number;
  currency: string;
  externalId: string | null;
};

export type Order = {
  /** Random: it grants access to the order's page. Bankside gets it as `externalId`. */
  id: string;
  product: string;
  /** In cents. */
  amount: number;
  status: "open" | "paid" | "failed";
  transactionId: string | null;
  redirectUrl: string | null;
};

export function createOrder({ id: product, price }: Product): string {
  const id = randomBytes(9).toString("base64url");
  database()
    .prepare("INSERT INTO orders (id, product, amount) VALUES (?, ?, ?)")
    .run(id, product, price);
  return id;
}

export function findOrder(id: string): Order | undefined {
  const row = database()
    .prepare(
      `SELECT id, product, amount, status, transaction_id AS transactionId, redirect_url AS redirectUrl
       FROM orders WHERE id = ?`,
    )
    .get(id);
  // The columns are those of `Order`.
  return row as Order | undefined;
}

/** A paid order stays paid. */
export function keepPayment(id: string, payment: { id: string; redirectUrl: string }): void {
  database()
    .prepare(
      `UPDATE orders SET transaction_id = ?, redirect_url = ?, status = 'open'
       WHERE id = ? AND status <> 'paid'`,
    )
    .run(payment.id, payment.redirectUrl, id);
}

/** Stores an outcome that Bankside reported, by webhook or when asked. Repeating it changes nothing. */
export function settle(transaction: Transaction): void {
  const { id, externalId, status, amount, currency } = transaction;
  const order = externalId === null ? undefined : findOrder(externalId);
  if (!order) return;
  if (status === "succeeded") {
    if (amount !== order.amount || currency !== "EUR") {
      console.error(`Order ${order.id} was paid with ${amount} ${currency}: check it by hand`);
      return;
    }
    database().prepare("UPDATE orders SET status = 'paid' WHERE id = ?").run(order.id);
  }
  if (status === "failed") {
    // Only the newest transaction may fail the order: an older one says nothing about it.
    database()
      .prepare(
        "UPDATE orders SET status = 'failed' WHERE id = ? AND transaction_id = ? AND status = 'open'",
      )
      .run(order.id, id);
  }
}

/** Handles each webhook once, however often it arrives. */
export function handleWebhook(webhookId: string, type: string, transaction: Transaction): void {
  inTransaction(() => {
    const { changes } = database()
      .prepare("INSERT OR IGNORE INTO webhooks (id, type) VALUES (?, ?)")
      .run(webhookId, type);
    if (changes > 0) settle(transaction);
  });
}
