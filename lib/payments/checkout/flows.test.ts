import assert from "node:assert/strict";
import { it } from "node:test";
import { onDatabase } from "#lib/testing/database.ts";
import {
  createTestServices,
  makeDirectTransaction,
  makeMerchant,
  makeTransaction,
} from "#lib/testing/factories.ts";

onDatabase("a payment of one flow", (_database, connection) => {
  async function bothFlows() {
    const { services } = createTestServices(connection());
    const { apiKey } = await makeMerchant(services);
    const web = await makeTransaction(services, apiKey);
    const { transaction: direct } = await makeDirectTransaction(services, apiKey);
    return { ...services, web, direct };
  }

  it("is shown in its own flow", async () => {
    const { checkout, web, direct } = await bothFlows();
    const shown = await checkout.view(web.reference, "web");
    assert.equal(shown?.transactionId, web.id);
    assert.equal(shown?.flow, "web");
    const inApp = await checkout.view(direct.reference, "direct");
    assert.equal(inApp?.transactionId, direct.id);
    assert.equal(inApp?.flow, "direct");
  });

  it("is unknown in the other", async () => {
    const { checkout, transactions, web, direct } = await bothFlows();
    for (const [reference, flow] of [
      [web.reference, "direct"],
      [direct.reference, "web"],
    ] as const) {
      assert.equal(await checkout.view(reference, flow), undefined);
      await assert.rejects(checkout.cancel(reference, flow), { code: "not_found" });
      assert.equal(await checkout.look(reference, flow), undefined);
      assert.equal(await checkout.follow(reference, flow, () => assert.fail()), undefined);
      assert.equal(await checkout.open(reference, flow), undefined);
      const stored = await transactions.findByReference(reference);
      assert.equal(stored?.status, "pending");
      assert.equal(stored?.payerStep, null);
    }
  });

  it("is framed by its merchant only in the web flow", async () => {
    const { checkout, web, direct } = await bothFlows();
    const found = await checkout.find(web.reference);
    assert.deepEqual(found?.frameAncestors, ["https://books.example"]);
    assert.equal(await checkout.find(direct.reference), undefined);
  });
});
