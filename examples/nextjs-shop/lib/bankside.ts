import "server-only";
import { env } from "./env";
import { keepPayment, type Order, type Transaction } from "./orders";

/** An error of the API. Its codes are stable. */
export class BanksideError extends Error {
  readonly code: string;

  constructor(code: string, title: string) {
    super(title);
    this.code = code;
  }
}

async function call<T>(path: string, init: RequestInit = {}): Promise<T> {
  const response = await fetch(`${env.banksideApi()}${path}`, {
    ...init,
    headers: { ...init.headers, "X-API-Key": env.apiKey() },
    cache: "no-store",
    signal: AbortSignal.timeout(10_000),
  });
  const body = await response.json();
  if (!response.ok) throw new BanksideError(body.code, body.title);
  return body;
}

/**
 * Creates the order's transaction and stores its `redirectUrl`. With the same `externalId` and fields, Bankside returns
 * the same unpaid transaction again, so a double click creates one payment. After a failure it creates a new one.
 * @throws {@link BanksideError} `already_paid`, `transaction_in_progress` and others.
 */
export async function startPayment({ id, amount }: Order): Promise<void> {
  const orderUrl = `${env.shopUrl()}/orders/${id}`;
  const created = await call<{ id: string; redirectUrl: string }>("/transactions", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      amount,
      currency: "EUR",
      externalId: id,
      successUrl: orderUrl,
      failureUrl: orderUrl,
    }),
  });
  keepPayment(id, created);
}

export function readTransaction(id: string): Promise<Transaction> {
  return call(`/transactions/${id}`);
}
