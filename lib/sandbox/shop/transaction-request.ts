import { randomUUID } from "node:crypto";
import { z } from "zod";
import { readBounded } from "#lib/platform/http/bounded-body.ts";
import { merchant } from "#lib/platform/i18n/messages/en.ts";
import { findProduct } from "./catalogue.ts";
import type { Order } from "./order.ts";

export const PAYMENT_PROBLEMS = [
  "unreachable",
  "refused",
  "unexpected_answer",
  "in_progress",
  "already_paid",
] as const;
export type PaymentProblem = (typeof PAYMENT_PROBLEMS)[number];

export type TransactionResponse =
  | { transactionId: string; redirectUrl: string }
  | { problem: PaymentProblem; code?: string | undefined };

const MAX_RESPONSE_BYTES = 65_536;
const TRIES = 2;

const createdSchema = z.object({
  id: z.string().min(1),
  redirectUrl: z.url({ protocol: /^https?$/ }),
  amount: z.int(),
  currency: z.string(),
  externalId: z.string(),
});
const problemSchema = z.object({ code: z.string().regex(/^\w{1,64}$/) });

const PROBLEMS_BY_CODE = new Map<string, PaymentProblem>([
  ["already_paid", "already_paid"],
  ["transaction_in_progress", "in_progress"],
  ["idempotency_in_progress", "in_progress"],
]);

export type RequestTransaction = ReturnType<typeof createTransactionRequest>;

export function createTransactionRequest(deps: {
  baseUrl: string;
  shopUrl: string;
  timeoutMs: number;
}) {
  return async (apiKey: string, order: Order): Promise<TransactionResponse> => {
    // A lost response must not leave a second transaction.
    const idempotencyKey = randomUUID();
    for (let left = TRIES; left > 0; left -= 1) {
      const response = await send(apiKey, idempotencyKey, order);
      if (response) return response;
    }
    return { problem: "unreachable" };
  };

  async function send(apiKey: string, idempotencyKey: string, order: Order) {
    const response = await post(apiKey, idempotencyKey, order);
    if (!response || response.status >= 500) return undefined;
    return response.status === 201 || response.status === 200
      ? readTransaction(response.body, order)
      : readProblem(response.body);
  }

  async function post(apiKey: string, idempotencyKey: string, order: Order) {
    try {
      const response = await fetch(`${deps.baseUrl}/transactions`, {
        method: "POST",
        headers: {
          accept: "application/json",
          "content-type": "application/json",
          "x-api-key": apiKey,
          "x-client-type": "web",
          "idempotency-key": idempotencyKey,
        },
        body: JSON.stringify({
          amount: order.amount,
          currency: order.currency,
          externalId: order.externalId,
          successUrl: `${deps.shopUrl}/success?orderId=${order.id}`,
          failureUrl: `${deps.shopUrl}/failure?orderId=${order.id}`,
          ...contentOf(order),
          metadata: { orderId: order.id },
        }),
        redirect: "error",
        cache: "no-store",
        signal: AbortSignal.timeout(deps.timeoutMs),
      });
      const body = await readBounded(response.body, MAX_RESPONSE_BYTES);
      return { status: response.status, body: body?.toString() ?? "" };
    } catch {
      return undefined;
    }
  }
}

const MAX_DESCRIPTION = 140;

/** Lines only while the shop still knows all it sold, for the same price. */
function contentOf({ items, amount }: Order) {
  const lines = items.flatMap(({ productId, quantity }) => {
    const product = findProduct(productId);
    if (!product) return [];
    const { name } = merchant.shop.products[product.id];
    return [{ name, quantity, unitAmount: product.price }];
  });
  const sum = lines.reduce((all, { quantity, unitAmount }) => all + quantity * unitAmount, 0);
  const description = lines.map(({ name }) => name).join(", ");
  return sum === amount ? { description: description.slice(0, MAX_DESCRIPTION), lines } : {};
}

function readTransaction(body: string, order: Order): TransactionResponse {
  const parsed = createdSchema.safeParse(parseJson(body));
  const fits =
    parsed.success &&
    parsed.data.amount === order.amount &&
    parsed.data.currency === order.currency &&
    parsed.data.externalId === order.externalId;
  if (!fits) return { problem: "unexpected_answer" };
  return { transactionId: parsed.data.id, redirectUrl: parsed.data.redirectUrl };
}

function readProblem(body: string): TransactionResponse {
  const parsed = problemSchema.safeParse(parseJson(body));
  if (!parsed.success) return { problem: "refused" };
  const { code } = parsed.data;
  return { problem: PROBLEMS_BY_CODE.get(code) ?? "refused", code };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
