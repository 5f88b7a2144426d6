import assert from "node:assert/strict";
import { before, it } from "node:test";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import { onDatabase } from "#lib/testing/database.ts";
import {
  createTestServices,
  makeDirectTransaction,
  makeMerchant,
  makeTransaction,
} from "#lib/testing/factories.ts";

const NONE = { successUrl: undefined, failureUrl: undefined };
const DEFAULTS = {
  successUrl: "https://default.example/thanks",
  failureUrl: "https://default.example/sorry",
};

onDatabase("default return addresses", (_database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  before(() => {
    test = createTestServices(connection());
  });
  const make = async (urls = DEFAULTS, mode: Mode = "test") => {
    const merchant = await makeMerchant(test.services, { mode });
    const { accounts } = test.services;
    await accounts.setDefaultUrls(merchant.accountId, urls, "operator");
    return merchant;
  };
  const urlsOf = ({
    successUrl,
    failureUrl,
  }: {
    successUrl: string | null;
    failureUrl: string | null;
  }) => ({
    successUrl,
    failureUrl,
  });

  it("apply to transactions that name none, one by one", async () => {
    const { apiKey } = await make();
    assert.deepEqual(urlsOf(await makeTransaction(test.services, apiKey, NONE)), DEFAULTS);
    const own = { successUrl: "https://books.example/own", failureUrl: undefined };
    assert.deepEqual(urlsOf(await makeTransaction(test.services, apiKey, own)), {
      successUrl: "https://books.example/own",
      failureUrl: DEFAULTS.failureUrl,
    });
  });

  it("may frame the checkout, like a transaction's own addresses", async () => {
    const { apiKey } = await make();
    const { reference } = await makeTransaction(test.services, apiKey, NONE);
    const found = await test.services.checkout.find(reference);
    assert.deepEqual(found?.frameAncestors, ["https://books.example", "https://default.example"]);
  });

  it("do not apply to apps, which have no web page", async () => {
    const { keys } = await make();
    const apiKey = await test.services.apiKeys.authenticate(keys.direct);
    assert.ok(apiKey);
    const { transaction } = await makeDirectTransaction(test.services, apiKey);
    assert.deepEqual(urlsOf(transaction), { successUrl: null, failureUrl: null });
  });

  it("of this machine are omitted in live mode", async () => {
    const local = { ...DEFAULTS, successUrl: "http://localhost:4000/" };
    const { apiKey } = await make(local, "live");
    const { successUrl, failureUrl } = await makeTransaction(test.services, apiKey, NONE);
    assert.deepEqual([successUrl, failureUrl], [null, DEFAULTS.failureUrl]);
  });

  it("do not change an order that is requested again after they changed", async () => {
    const { apiKey, accountId } = await make();
    const input = { externalId: "order-1", amount: 500, currency: "EUR" };
    const request = { apiKey, input, idempotencyKey: "key-1" };
    const first = await test.services.transactions.create(request);
    const changed = { ...DEFAULTS, successUrl: "https://new.example/" };
    await test.services.accounts.setDefaultUrls(accountId, changed, "operator");
    const byOrder = await test.services.transactions.create({ apiKey, input });
    const byKey = await test.services.transactions.create(request);
    assert.deepEqual([byOrder.replayed, byKey.replayed], [true, true]);
    assert.deepEqual([byOrder.created, byKey.created], [first.created, first.created]);
    const stored = await test.services.transactions.get(apiKey, first.created.id);
    assert.equal(stored.successUrl, DEFAULTS.successUrl);
  });
});
