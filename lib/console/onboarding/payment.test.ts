import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import { payees } from "#lib/merchants/model/schema.ts";
import { onDatabase } from "#lib/testing/database.ts";
import {
  createTestServices,
  makeDirectTransaction,
  makeMerchant,
  makeTransaction,
} from "#lib/testing/factories.ts";

onDatabase("test payments from the console", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  before(() => {
    test = createTestServices(connection());
  });

  it("use the newest active test key of the method web", async () => {
    const { accountId } = await makeMerchant(test.services);
    const { apiKeys, testPayments, transactions } = test.services;
    test.clock.advance({ minutes: 1 });
    const newest = await apiKeys.create({ accountId, method: "web", mode: "test" });
    test.clock.advance({ minutes: 1 });
    await apiKeys.create({ accountId, method: "direct", mode: "test" });
    await apiKeys.create({ accountId, method: "web", mode: "live" });
    const revoked = await apiKeys.create({ accountId, method: "web", mode: "test" });
    await apiKeys.revoke(accountId, revoked.id, "operator");
    const { id } = await testPayments.create(accountId, " 14,5 ", "usr_1");
    const made = await transactions.get(
      { id: newest.id, accountId, method: "web", scopes: ["create"], mode: "test" },
      id,
    );
    assert.deepEqual(
      [made.apiKeyId, made.amount, made.currency, made.flow, made.successUrl, made.failureUrl],
      [newest.id, 1450, "EUR", "web", null, null],
    );
    assert.equal(await testPayments.referenceOf(accountId, id), made.reference);
  });

  it("are separate transactions, even if equal", async () => {
    const { accountId } = await makeMerchant(test.services);
    const ids = await Promise.all(
      [1, 2].map(async () => test.services.testPayments.create(accountId, "14.50", "usr_1")),
    );
    assert.notEqual(ids[0]?.id, ids[1]?.id);
  });

  for (const amount of [
    "",
    "0",
    "0.00",
    "-1",
    "1.001",
    "1e3",
    "abc",
    "1000000000",
    "1 000",
    "1,2,3",
  ]) {
    it(`are refused for the amount “${amount}”`, async () => {
      const { accountId } = await makeMerchant(test.services);
      await assert.rejects(test.services.testPayments.create(accountId, amount, "usr_1"), {
        code: "invalid_request",
        fields: [{ path: "amount", message: "test_amount" }],
      });
    });
  }

  it("need a key, an IBAN and an open account", async () => {
    const { services } = test;
    const { accountId } = await makeMerchant(services, { mode: "live" });
    assert.equal(await services.testPayments.hasKey(accountId), false);
    await assert.rejects(services.testPayments.create(accountId, "1", "usr_1"), {
      code: "no_test_key",
    });
    await services.apiKeys.create({ accountId, method: "web", mode: "test" });
    assert.equal(await services.testPayments.hasKey(accountId), true);
    const mine = eq(payees.accountId, accountId);
    await database().update(payees).set({ confirmedAt: null }).where(mine);
    assert.ok(await services.testPayments.create(accountId, "1", "usr_1"));
    await database().delete(payees).where(mine);
    await assert.rejects(services.testPayments.create(accountId, "1", "usr_1"), {
      code: "no_payee",
    });
    const closed = await makeMerchant(services);
    await services.operator.close(closed.accountId);
    await assert.rejects(services.testPayments.create(closed.accountId, "1", "usr_1"), {
      code: /no_test_key|account_closed/,
    });
  });

  it("are found only by their own account, in the web flow and test mode", async () => {
    const { services } = test;
    const [own, other, live] = [
      await makeMerchant(services),
      await makeMerchant(services),
      await makeMerchant(services, { mode: "live" }),
    ];
    const { testPayments } = services;
    const web = await makeTransaction(services, own.apiKey);
    const direct = await makeDirectTransaction(services, own.apiKey);
    const real = await makeTransaction(services, live.apiKey);
    assert.equal(await testPayments.referenceOf(own.accountId, web.id), web.reference);
    assert.equal(await testPayments.referenceOf(other.accountId, web.id), undefined);
    assert.equal(await testPayments.referenceOf(own.accountId, direct.transaction.id), undefined);
    assert.equal(await testPayments.referenceOf(live.accountId, real.id), undefined);
    assert.equal(await testPayments.referenceOf(own.accountId, "txn_x"), undefined);
  });
});
