import assert from "node:assert/strict";
import { before, it } from "node:test";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant, makeTransaction } from "#lib/testing/factories.ts";

onDatabase("the return to the shop by itself", (_database, connection) => {
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

  it("is left to one of twenty pages that are opened after the outcome, and to none that comes later", async () => {
    const { checkout } = test.services;
    const view = await ended();
    const pages = Array.from({ length: 20 }, () => checkout.takeReturn(view));
    const leaves = (await Promise.all(pages)).filter(Boolean);
    assert.equal(leaves.length, 1);
    assert.equal(await checkout.takeReturn(view), false);
  });

  it("changes nothing else of the payment, whose page looks the same", async () => {
    const { checkout, transactions } = test.services;
    const view = await ended();
    const stored = await transactions.findById(view.transactionId);
    await checkout.takeReturn(view);
    const after = await transactions.findById(view.transactionId);
    assert.deepEqual({ ...after, returnedAt: null }, stored);
    assert.equal((await checkout.view(view.reference, "web"))?.version, view.version);
  });
});
