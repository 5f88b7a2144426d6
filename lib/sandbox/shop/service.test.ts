import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { eq } from "drizzle-orm";
import { delay, HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { Webhook } from "standardwebhooks";
import { createAccountService } from "#lib/merchants/accounts/service.ts";
import { createSeal } from "#lib/platform/crypto/seal.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { sandboxShops } from "#lib/sandbox/model/schema.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { createFakeClock } from "#lib/testing/fake-clock.ts";
import type { CartLine } from "./cart.ts";
import { newOrderId, type Order } from "./order.ts";
import { createSandboxShopService, type SandboxShopService } from "./service.ts";

const BASE = "https://pay.example/api";
const LINES: CartLine[] = [
  { productId: "mug", quantity: 1 },
  { productId: "tea", quantity: 2 },
];
const AMOUNT = 2490;
const SECRET = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
const OTHER_SECRET = `whsec_${Buffer.alloc(32, 2).toString("base64")}`;

const server = setupServer();
before(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => server.resetHandlers());
after(() => server.close());

type Creation = { amount: number; currency: string; externalId: string };

function serve(): { apiKeys: (string | null)[] } {
  const apiKeys: (string | null)[] = [];
  const response = async ({ request }: { request: Request }) => {
    apiKeys.push(request.headers.get("x-api-key"));
    const { amount, currency, externalId }: Creation = await request.json();
    const id = `txn_${randomUUID()}`;
    const redirectUrl = `https://pay.example/checkout?reference=${id}`;
    return HttpResponse.json({ id, redirectUrl, amount, currency, externalId }, { status: 201 });
  };
  server.use(http.post(`${BASE}/transactions`, response));
  return { apiKeys };
}

function refuse(response: () => Response | Promise<Response>): void {
  server.use(http.post(`${BASE}/transactions`, response));
}

onBothDatabases("sandbox shop", (database) => {
  const clock = createFakeClock();
  const seal = createSeal(Buffer.alloc(32, 9));
  let shop: SandboxShopService;
  let accountId: string;

  const open = () =>
    createSandboxShopService({
      db: database(),
      clock,
      seal,
      baseUrl: BASE,
      shopUrl: "https://shop.example/sandbox/shop",
      logger: createLogger("silent"),
      timeoutMs: 100,
    });

  before(async () => {
    shop = open();
    assert.equal(await shop.isConfigured(), false);
    await assert.rejects(shop.receiveWebhook({}, "{}"), { code: "not_found" });
    const accounts = createAccountService({ db: database(), clock });
    const account = { name: "Shop", iban: "NL91ABNA0417164300", embedOrigins: [] };
    accountId = await accounts.create(account);
    await shop.configure({ accountId, apiKey: "sk_test_old", webhookSecret: OTHER_SECRET });
    await shop.configure({ accountId, apiKey: "sk_test_new", webhookSecret: SECRET });
  });
  beforeEach(() => clock.advance({ seconds: 1 }));

  async function placeOrder(cartId: string = randomUUID()): Promise<Order> {
    serve();
    return (await shop.placeOrder(cartId, LINES)).order;
  }

  async function reread(order: Order): Promise<Order> {
    const found = await shop.order(order.id);
    assert.ok(found);
    return found;
  }

  /** By default about the order's own transaction. */
  function eventOf(order: Order, status: "succeeded" | "failed", changes: object = {}): string {
    const data = {
      id: order.transactionId,
      accountId,
      status,
      amount: order.amount,
      currency: order.currency,
      metadata: { orderId: order.id },
      ...changes,
    };
    return JSON.stringify({
      type: `transaction.${status}`,
      timestamp: new Date().toISOString(),
      data,
    });
  }

  function deliver(
    body: string,
    { secret = SECRET, id = `evt_${randomUUID()}`, at = new Date(), sent = body } = {},
  ) {
    const headers = {
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign(id, at, body),
    };
    return shop.receiveWebhook(headers, Buffer.from(sent));
  }

  describe("credentials", () => {
    it("are encrypted, each for its own column", async () => {
      const [row] = await database().select().from(sandboxShops).where(eq(sandboxShops.id, "demo"));
      assert.ok(row);
      assert.ok(await shop.isConfigured());
      assert.ok(!JSON.stringify(row).includes("sk_test"));
      assert.ok(!JSON.stringify(row).includes(SECRET.slice(6)));
      assert.equal(seal.open(row.sealedApiKey, "sandbox_shops:demo:api-key"), "sk_test_new");
      assert.equal(seal.open(row.sealedWebhookSecret, "sandbox_shops:demo:webhook-secret"), SECRET);
      assert.throws(() => seal.open(row.sealedApiKey, "sandbox_shops:demo:webhook-secret"));
    });
  });

  describe("orders", () => {
    it("are created at the shop's prices with a checkout", async () => {
      const { apiKeys } = serve();
      const { order, problem } = await shop.placeOrder("cart-1", LINES);
      assert.equal(problem, undefined);
      assert.deepEqual(apiKeys, ["sk_test_new"]);
      assert.equal(order.amount, AMOUNT);
      assert.equal(order.currency, "EUR");
      assert.equal(order.status, "open");
      assert.match(order.id, /^order-[\w-]{22}$/);
      assert.equal(
        order.redirectUrl,
        `https://pay.example/checkout?reference=${order.transactionId}`,
      );
      assert.deepEqual(await shop.order(order.id), order);
    });

    it("are listed for their own cart, newest first", async () => {
      const cartId = randomUUID();
      const first = await placeOrder(cartId);
      clock.advance({ seconds: 1 });
      const second = await placeOrder(cartId);
      await placeOrder();
      const listed = (await shop.orders(cartId)).map(({ id }) => id);
      assert.deepEqual(listed, [second.id, first.id]);
    });

    it("are created once if a form is sent twice", async () => {
      const { apiKeys } = serve();
      const orderId = newOrderId();
      const first = await shop.placeOrder("cart-2", LINES, orderId);
      const second = await shop.placeOrder("cart-2", LINES, orderId);
      assert.deepEqual(second.order, first.order);
      assert.equal(apiKeys.length, 1);
      assert.equal((await shop.orders("cart-2")).length, 1);
    });

    it("are new if an old form is sent with another cart", async () => {
      serve();
      const orderId = newOrderId();
      const first = await shop.placeOrder("cart-3", LINES, orderId);
      const other = await shop.placeOrder("cart-3", LINES.slice(1), orderId);
      const foreign = await shop.placeOrder("cart-4", LINES, orderId);
      assert.equal(new Set([first, other, foreign].map(({ order }) => order.id)).size, 3);
      assert.deepEqual(await reread(first.order), first.order);
    });

    for (const [what, lines, orderId] of [
      ["an empty cart", [], newOrderId()],
      ["a line twice", [...LINES, ...LINES], newOrderId()],
      ["too many pieces", [{ productId: "tea", quantity: 10 }], newOrderId()],
      ["an id of one's own", LINES, "order-1"],
    ] as [string, CartLine[], string][]) {
      it(`are refused for ${what}`, () =>
        assert.rejects(shop.placeOrder("cart-5", lines, orderId), { code: "invalid_request" }));
    }

    it("have unique numbers, also when placed at once, and can't be found by number", async () => {
      serve();
      const placed = await Promise.all(
        Array.from({ length: 4 }, () => open().placeOrder(randomUUID(), LINES)),
      );
      const numbers = placed.map(({ order }) => order.externalId);
      for (const number of numbers) {
        assert.ok(Number(/^#(\d+)$/.exec(number)?.[1]) >= 1042, number);
        assert.equal(await shop.order(number), undefined);
      }
      assert.equal(new Set(numbers).size, 4);
    });

    for (const id of ["order-AAAAAAAAAAAAAAAAAAAAAA", "", "order-1", "x'; drop table accounts"]) {
      it(`are not found by ${JSON.stringify(id)}`, async () => {
        assert.equal(await shop.order(id), undefined);
        await assert.rejects(shop.payAgain(id), { code: "not_found" });
      });
    }

    for (const [problem, response] of [
      ["refused", () => HttpResponse.json({ code: "unauthorized" }, { status: 401 })],
      ["unreachable", () => delay("infinite").then(() => new Response())],
      ["unexpected_answer", () => HttpResponse.json({ redirectUrl: 1 }, { status: 201 })],
    ] as const) {
      it(`are kept if the payment service is ${problem}, and can be paid later`, async () => {
        refuse(response);
        const placed = await shop.placeOrder(randomUUID(), LINES);
        assert.equal(placed.problem, problem);
        assert.equal((await reread(placed.order)).redirectUrl, null);
        server.resetHandlers();
        serve();
        const again = await shop.payAgain(placed.order.id);
        assert.equal(again.problem, undefined);
        assert.notEqual((await reread(placed.order)).redirectUrl, null);
      });
    }
  });

  describe("webhooks", () => {
    it("mark an order as paid", async () => {
      const order = await placeOrder();
      assert.equal(await deliver(eventOf(order, "succeeded"), { id: "evt_paid" }), "changed");
      const paid = await reread(order);
      assert.equal(paid.status, "paid");
      assert.equal(paid.lastEventId, "evt_paid");
      assert.deepEqual(paid.updatedAt, clock.now());
    });

    it("mark an order as failed, which can be paid again", async () => {
      const order = await placeOrder();
      assert.equal(await deliver(eventOf(order, "failed")), "changed");
      assert.equal((await reread(order)).status, "failed");
      const { order: again } = await shop.payAgain(order.id);
      assert.equal(again.status, "open");
      assert.notEqual(again.transactionId, order.transactionId);
      assert.equal(await deliver(eventOf(again, "succeeded")), "changed");
      assert.equal((await reread(order)).status, "paid");
    });

    it("with the same id change an order once", async () => {
      const order = await placeOrder();
      const body = eventOf(order, "succeeded");
      assert.equal(await deliver(body, { id: "evt_twice" }), "changed");
      const paid = await reread(order);
      clock.advance({ minutes: 1 });
      assert.equal(await deliver(body, { id: "evt_twice" }), "unchanged");
      assert.deepEqual(await reread(order), paid);
    });

    it("in parallel change an order once", async () => {
      const order = await placeOrder();
      const body = eventOf(order, "succeeded");
      const results = await Promise.all(Array.from({ length: 8 }, () => deliver(body)));
      assert.equal(results.filter((result) => result === "changed").length, 1);
    });

    it("of an earlier payment do not end the current one when repeated", async () => {
      const order = await placeOrder();
      const failed = eventOf(order, "failed");
      await deliver(failed, { id: "evt_former" });
      const { order: again } = await shop.payAgain(order.id);
      assert.equal(await deliver(failed, { id: "evt_former" }), "unchanged");
      assert.deepEqual(await reread(order), again);
    });

    it("of a late failure leave a paid order paid", async () => {
      const order = await placeOrder();
      await deliver(eventOf(order, "succeeded"));
      const paid = await reread(order);
      assert.equal(await deliver(eventOf(order, "failed")), "unchanged");
      assert.deepEqual(await reread(order), paid);
      serve();
      assert.deepEqual(await shop.payAgain(order.id), { order: paid });
    });

    it("of success count if they arrive before the shop has the transaction's id", async () => {
      refuse(() => HttpResponse.error());
      const { order } = await shop.placeOrder(randomUUID(), LINES);
      assert.equal(await deliver(eventOf(order, "succeeded", { id: "txn_lost" })), "changed");
      const paid = await reread(order);
      assert.equal(paid.status, "paid");
      assert.equal(paid.transactionId, "txn_lost");
    });

    for (const [what, changes] of [
      ["less money", { amount: AMOUNT - 1 }],
      ["more money", { amount: AMOUNT + 1 }],
      ["another currency", { currency: "USD" }],
      ["another account", { accountId: "acct_other" }],
      ["an unknown order", { metadata: { orderId: newOrderId() } }],
      ["no order", { metadata: null }],
    ] as const) {
      it(`about ${what} change nothing`, async () => {
        const order = await placeOrder();
        assert.equal(await deliver(eventOf(order, "succeeded", changes)), "ignored");
        assert.deepEqual(await reread(order), order);
      });
    }

    it("of an unknown kind are ignored", async () => {
      const order = await placeOrder();
      const body = eventOf(order, "succeeded").replace("transaction.succeeded", "refund.made");
      assert.equal(await deliver(body), "ignored");
      assert.deepEqual(await reread(order), order);
    });

    it("are refused if they are signed but not readable", async () => {
      assert.equal(await deliver("{}"), "unreadable");
      assert.equal(await deliver("not JSON"), "unreadable");
    });

    it("without a valid signature change nothing", async () => {
      const order = await placeOrder();
      const body = eventOf(order, "succeeded");
      const tampered = eventOf({ ...order, amount: 1 }, "succeeded");
      const old = new Date(Date.now() - 6 * 60_000);
      assert.equal(await deliver(tampered, { sent: body }), "unsigned");
      assert.equal(await deliver(body, { sent: ` ${body}` }), "unsigned");
      assert.equal(await deliver(body, { secret: OTHER_SECRET }), "unsigned");
      assert.equal(await deliver(body, { at: old }), "unsigned");
      assert.equal(await shop.receiveWebhook({}, body), "unsigned");
      assert.deepEqual(await reread(order), order);
    });
  });
});
