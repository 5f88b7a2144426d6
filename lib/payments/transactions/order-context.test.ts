import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { orderContexts } from "#lib/payments/model/order-contexts.schema.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import {
  createTestServices,
  makeDirectTransaction,
  makeMerchant,
  makeTransaction,
  startAttempt,
} from "#lib/testing/factories.ts";
import { type CreateRequest, toPublicTransaction } from "./transaction.ts";

const CONTEXT = {
  description: "2 books",
  lines: [
    { name: "Momo", quantity: 2, unitAmount: 700 },
    { name: "Voucher", quantity: 1, unitAmount: -150 },
  ],
  locale: "de",
  cancelUrl: "https://books.example/basket",
};

onBothDatabases("what a shop sends about its order", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let apiKey: ApiKey;
  before(async () => {
    test = createTestServices(connection());
    ({ apiKey } = await makeMerchant(test.services));
  });

  const create = (
    externalId: string,
    input: Partial<CreateRequest["input"]>,
    idempotencyKey?: string,
  ) =>
    test.services.transactions.create({
      apiKey,
      input: { amount: 1250, currency: "EUR", externalId, ...input },
      idempotencyKey,
    });
  const ahead = (seconds: number) =>
    new Date(test.clock.now().getTime() + seconds * 1000).toISOString();
  const rowsOf = (id: string) =>
    database().select().from(orderContexts).where(eq(orderContexts.transactionId, id));

  it("is read by id, in the list and by the checkout", async () => {
    const { id, reference } = await makeTransaction(test.services, apiKey, CONTEXT);
    const { transactions, checkout } = test.services;
    const { description, lines, locale, cancelUrl } = toPublicTransaction(
      await transactions.get(apiKey, id),
    );
    assert.deepEqual({ description, lines, locale, cancelUrl }, CONTEXT);
    const { accountId, mode } = apiKey;
    const [listed] = await transactions.list({ accountId, mode, limit: 21 });
    assert.deepEqual([listed?.id, listed?.lines], [id, CONTEXT.lines]);
    const view = await checkout.view(reference, "web");
    assert.deepEqual([view?.description, view?.lines], [description, lines]);
  });

  it("takes no row if there is nothing", async () => {
    const { id } = await makeTransaction(test.services, apiKey, { expiresAt: ahead(600) });
    assert.deepEqual(await rowsOf(id), []);
    const { lines, cancelUrl } = await test.services.transactions.get(apiKey, id);
    assert.deepEqual([lines, cancelUrl], [null, null]);
  });

  it("is kept with a creditor reference and for a direct order", async () => {
    const { accounts } = test.services;
    const merchant = await makeMerchant(test.services);
    await accounts.setTakesTransfers(merchant.accountId, true, "operator");
    const { cancelUrl: _, ...input } = CONTEXT;
    const { transaction, jwt, checkoutToken } = await makeDirectTransaction(
      test.services,
      merchant.apiKey,
      { input },
    );
    assert.equal(transaction.description, CONTEXT.description);
    const opened = await test.services.payers.exchange({
      token: checkoutToken,
      jwt,
      redirectUrl: undefined,
      deviceId: undefined,
      currentSession: async () => undefined,
    });
    assert.equal(opened.locale, "de", "for the webview's first address");
    const web = await makeTransaction(test.services, merchant.apiKey, CONTEXT);
    assert.notEqual(web.transferReference, null);
    assert.deepEqual(web.lines, CONTEXT.lines);
  });

  it("belongs to what makes two orders the same", async () => {
    const externalId = randomUUID();
    const input = { ...CONTEXT, expiresAt: ahead(900) };
    const first = await create(externalId, input);
    const same = await create(externalId, { ...input });
    assert.deepEqual([same.created.id, same.replayed], [first.created.id, true]);
    assert.equal((await rowsOf(first.created.id)).length, 1);
    let before = first.created.id;
    const others: Partial<CreateRequest["input"]>[] = [
      { description: "3 books" },
      { lines: CONTEXT.lines.toReversed() },
      { locale: "fr" },
      { cancelUrl: "https://books.example/" },
      { expiresAt: ahead(901) },
    ];
    for (const other of others) {
      const { created } = await create(externalId, { ...input, ...other });
      assert.notEqual(created.id, before);
      const ended = await test.services.transactions.findById(before);
      assert.equal(ended?.failureReason, "superseded");
      before = created.id;
    }
  });

  it("belongs to what an idempotency key repeats", async () => {
    const [externalId, key] = [randomUUID(), randomUUID()];
    await create(externalId, CONTEXT, key);
    await assert.rejects(create(externalId, { ...CONTEXT, description: "x" }, key), {
      code: "idempotency_key_reused",
    });
  });

  it("lets an order live for 1 minute to 31 days", async () => {
    const latest = 31 * 24 * 3600;
    for (const seconds of [60, latest]) {
      const expiresAt = ahead(seconds);
      assert.equal((await create(randomUUID(), { expiresAt })).created.expiresAt, expiresAt);
    }
    for (const seconds of [-1, 59, latest + 1]) {
      const externalId = randomUUID();
      const { created } = await create(externalId, {});
      await assert.rejects(create(externalId, { expiresAt: ahead(seconds) }), {
        code: "invalid_request",
        fields: [{ path: "expiresAt", message: "must be 1 minute to 31 days ahead" }],
      });
      const kept = await test.services.transactions.findById(created.id);
      assert.equal(kept?.status, "pending", "what is refused ends nothing");
    }
  });

  it("repeats a response although its time is near or over", async () => {
    const [externalId, key, expiresAt] = [randomUUID(), randomUUID(), ahead(90)];
    const first = await create(externalId, { expiresAt }, key);
    test.clock.advance({ minutes: 1 });
    const again = await create(externalId, { expiresAt });
    assert.equal(again.created.id, first.created.id);
    test.clock.advance({ minutes: 1 });
    const repeated = await create(externalId, { expiresAt }, key);
    assert.equal(repeated.created.id, first.created.id);
    await assert.rejects(create(externalId, { expiresAt }), { code: "invalid_request" });
  });

  it("goes into the text on the payer's statement", async () => {
    const order = await makeTransaction(test.services, apiKey, CONTEXT);
    await startAttempt(test.services, order);
    const sent = test.bank.payments().at(-1)?.order.remittance;
    assert.equal(sent, `${order.externalId} 2 books`);
  });

  it("leads a shopper who cancels to the cancel URL, which may frame the checkout", async () => {
    const { checkout } = test.services;
    const cancelUrl = "https://basket.example/back?a=1";
    const { reference, externalId } = await makeTransaction(test.services, apiKey, { cancelUrl });
    const found = await checkout.find(reference);
    assert.ok(found?.frameAncestors.includes("https://basket.example"));
    await checkout.cancel(reference, "web");
    const view = await checkout.view(reference, "web");
    assert.equal(view?.returnUrl, `${cancelUrl}&externalId=${externalId}`);
  });
});
