import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { delay, HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import type { Order } from "./order.ts";
import { createTransactionRequest } from "./transaction-request.ts";

const BASE = "https://pay.example/api";
const order: Order = {
  id: "order-AAAAAAAAAAAAAAAAAAAAAA",
  externalId: "#1042",
  cartId: "cart",
  items: [{ productId: "tea", quantity: 1 }],
  amount: 520,
  currency: "EUR",
  transactionId: null,
  redirectUrl: null,
  status: "open",
  lastEventId: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
};
const created = {
  id: "txn_1",
  redirectUrl: "https://pay.example/checkout?reference=r",
  reference: "r",
  status: "pending",
  amount: 520,
  currency: "EUR",
  displayAmount: "€5.20",
  externalId: order.externalId,
  expiresAt: "2026-01-15T12:30:00.000Z",
};
const transaction = { transactionId: "txn_1", redirectUrl: created.redirectUrl };
const server = setupServer();
const request = createTransactionRequest({
  baseUrl: BASE,
  shopUrl: "https://shop.example/sandbox/shop",
  timeoutMs: 200,
});

type Answer = () => Response | Promise<Response>;

/** Repeats the last answer; returns the requests. */
function answerWith(...responses: [Answer, ...Answer[]]): Request[] {
  const sent: Request[] = [];
  server.use(
    http.post(`${BASE}/transactions`, ({ request: received }) => {
      sent.push(received.clone());
      return (responses[sent.length - 1] ?? responses.at(-1) ?? responses[0])();
    }),
  );
  return sent;
}
const json = (body: object, status: number) => () => HttpResponse.json(body, { status });
const problem = (code: string, status: number) => json({ code, status, title: "No" }, status);

before(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => server.resetHandlers());
after(() => server.close());

describe("transaction request", () => {
  it("sends the order in the format of the interface", async () => {
    const sent = answerWith(json(created, 201));
    assert.deepEqual(await request("sk_test_x", order), transaction);
    const [first] = sent;
    assert.ok(first);
    assert.equal(sent.length, 1);
    assert.equal(first.headers.get("x-api-key"), "sk_test_x");
    assert.equal(first.headers.get("content-type"), "application/json");
    assert.equal(first.headers.get("authorization"), null);
    assert.match(first.headers.get("idempotency-key") ?? "", /^[\x20-\x7e]{1,255}$/);
    assert.deepEqual(await first.json(), {
      amount: 520,
      currency: "EUR",
      externalId: "#1042",
      successUrl: "https://shop.example/sandbox/shop/success?orderId=order-AAAAAAAAAAAAAAAAAAAAAA",
      failureUrl: "https://shop.example/sandbox/shop/failure?orderId=order-AAAAAAAAAAAAAAAAAAAAAA",
      description: "Mint tea",
      lines: [{ name: "Mint tea", quantity: 1, unitAmount: 520 }],
      metadata: { orderId: order.id },
    });
    await request("sk_test_x", { ...order, amount: 500 });
    const later = await sent.at(-1)?.json();
    assert.equal(later.lines, undefined, "a price has changed since");
  });

  it("also accepts the response to a repeated request", async () => {
    answerWith(json(created, 200));
    assert.deepEqual(await request("key", order), transaction);
  });

  it("retries once with the same key after a lost response", async () => {
    const sent = answerWith(() => HttpResponse.error(), json(created, 200));
    assert.deepEqual(await request("key", order), transaction);
    const keys = sent.map(({ headers }) => headers.get("idempotency-key"));
    assert.equal(keys.length, 2);
    assert.equal(keys[0], keys[1]);
  });

  it("uses another key for another request", async () => {
    const sent = answerWith(json(created, 201));
    await request("key", order);
    await request("key", order);
    assert.equal(new Set(sent.map(({ headers }) => headers.get("idempotency-key"))).size, 2);
  });

  for (const [what, response] of [
    ["hangs up", () => HttpResponse.error()],
    ["is silent", () => delay("infinite").then(() => new Response())],
    ["breaks down", problem("internal_error", 500)],
    ["is closed", () => new Response("<html>", { status: 503 })],
    ["sends elsewhere", () => Response.redirect("https://evil.example/transactions", 307)],
  ] as const) {
    it(`reports a service that ${what} as unreachable after two tries`, async () => {
      const sent = answerWith(response);
      assert.deepEqual(await request("key", order), { problem: "unreachable" });
      assert.equal(sent.length, 2);
    });
  }

  for (const [code, status, expected] of [
    ["unauthorized", 401, "refused"],
    ["invalid_request", 422, "refused"],
    ["already_paid", 409, "already_paid"],
    ["transaction_in_progress", 409, "in_progress"],
    ["constructor", 409, "refused"],
  ] as const) {
    it(`treats ${code} as ${expected} without a retry`, async () => {
      const sent = answerWith(problem(code, status));
      assert.deepEqual(await request("key", order), { problem: expected, code });
      assert.equal(sent.length, 1);
    });
  }

  it("is refused without a reason if the response is no problem document", async () => {
    answerWith(() => new Response("no", { status: 404 }));
    assert.deepEqual(await request("key", order), { problem: "refused" });
  });

  for (const [what, response] of [
    ["no JSON", () => new Response("{", { status: 201 })],
    ["nothing", () => new Response(null, { status: 201 })],
    ["null", () => HttpResponse.json(null, { status: 201 })],
    ["no redirectUrl", json({ ...created, redirectUrl: undefined }, 201)],
    ["a script for a redirectUrl", json({ ...created, redirectUrl: "javascript:alert(1)" }, 201)],
    ["another amount", json({ ...created, amount: 5200 }, 201)],
    ["another currency", json({ ...created, currency: "USD" }, 201)],
    ["another order", json({ ...created, externalId: "#1043" }, 201)],
    ["far too much", json({ ...created, padding: "x".repeat(100_000) }, 201)],
  ] as const) {
    it(`does not trust ${what}`, async () => {
      answerWith(response);
      assert.deepEqual(await request("key", order), { problem: "unexpected_answer" });
    });
  }
});
