import type { Cart, OrderStatus } from "../shared/products.ts";
import { SERVER_URL } from "./config.ts";

async function call<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetch(`${SERVER_URL}${path}`, init);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}

/** The order, and a token to pay it with. */
export function createOrder(cart: Cart): Promise<{ id: string; amount: number; token: string }> {
  return call("/orders", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(cart),
  });
}

export async function newToken(orderId: string): Promise<string> {
  const { token } = await call<{ token: string }>(`/orders/${orderId}/token`, { method: "POST" });
  return token;
}

export async function readStatus(orderId: string): Promise<OrderStatus> {
  const { status } = await call<{ status: OrderStatus }>(`/orders/${orderId}`);
  return status;
}
