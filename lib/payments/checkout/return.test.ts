import assert from "node:assert/strict";
import { before, it } from "node:test";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant, makeTransaction } from "#lib/testing/factories.ts";

onDatabase("the automatic return to the shop", (_database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let apiKey: ApiKey;

  before(async () => {
    test = createTestServices(connection());
    ({ apiKey } = await makeMerchant(test.services));
  });

  async function ended() {
    const { checkout } = test.services;
    const { reference } = await makeTransaction(test.services, apiKey);
    await checkout.cancel(reference, "web");
    const view = await checkout.view(reference, "web");
    assert.ok(view?.returnsByItself);
    return view;
  }

  it("goes to one of twenty pages opened after the outcome, and to no later one", async () => {
    const { checkout } = test.services;
    const view = await ended();
    const pages = Array.from({ length: 20 }, () => checkout.takeReturn(view));
    const leaves = (await Promise.all(pages)).filter(Boolean);
    assert.equal(leaves.length, 1);
    assert.equal(await checkout.takeReturn(view), false);
  });

  it("changes nothing else of the payment or its page", async () => {
    const { checkout, transactions } = test.services;
    const view = await ended();
    const stored = await transactions.findById(view.transactionId);
    await checkout.takeReturn(view);
    const after = await transactions.findById(view.transactionId);
    assert.deepEqual({ ...after, returnedAt: null }, stored);
    assert.equal((await checkout.view(view.reference, "web"))?.version, view.version);
  });
});
