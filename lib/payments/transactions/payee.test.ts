import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import { payees } from "#lib/merchants/model/schema.ts";
import type { TokenDetails } from "#lib/merchants/tokens/service.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeDirectTransaction, makeMerchant } from "#lib/testing/factories.ts";

const IBAN = "NL91ABNA0417164300";
const OTHER_IBAN = "DE89370400440532013000";

onDatabase("the payee of a direct transaction", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let merchant: Awaited<ReturnType<typeof makeMerchant>>;
  before(async () => {
    test = createTestServices(connection());
    merchant = await makeMerchant(test.services);
    await addPayee(merchant.accountId);
  });

  const addPayee = async (accountId: string) =>
    database()
      .insert(payees)
      .values({
        id: `payee_${randomUUID()}`,
        accountId,
        iban: OTHER_IBAN,
        name: "Corner Books Berlin",
        isPrimary: false,
        confirmedAt: test.clock.now(),
        createdAt: test.clock.now(),
      });

  const create = async (key: string, details: TokenDetails, externalId?: string) => {
    const apiKey = await test.services.apiKeys.authenticate(key);
    assert.ok(apiKey);
    const { transaction } = await makeDirectTransaction(test.services, apiKey, {
      details,
      input: { externalId },
    });
    return transaction;
  };
  const payeeOf = async (key: string, details: TokenDetails) => {
    const { payeeIban, payeeName } = await create(key, details);
    return [payeeIban, payeeName];
  };

  it("is the one of a web or direct key, of the account's own", async () => {
    for (const key of [merchant.keys.web, merchant.keys.direct]) {
      assert.deepEqual(await payeeOf(key, {}), [IBAN, "Corner Books"]);
      const stored = [OTHER_IBAN, "Corner Books Berlin"];
      assert.deepEqual(await payeeOf(key, { iban: OTHER_IBAN }), stored);
      const reported = { iban: OTHER_IBAN, name: "Berlin" };
      assert.deepEqual(await payeeOf(key, reported), [OTHER_IBAN, "Berlin"]);
    }
  });

  it("is the company if a name is given without an IBAN", async () => {
    const named = await payeeOf(merchant.keys.direct, { name: "Tax Office" });
    assert.deepEqual(named, [IBAN, "Corner Books"]);
  });

  it("is the company with an sdk key, whose details are the payer's own", async () => {
    for (const iban of [OTHER_IBAN, "FR1420041010050500013M02606"]) {
      const details = { iban, name: "Payer", email: "payer@shop.example" };
      assert.deepEqual(await payeeOf(merchant.keys.sdk, details), [IBAN, "Corner Books"]);
    }
  });

  it("is part of the order: another one replaces it", async () => {
    const externalId = randomUUID();
    const first = await create(merchant.keys.direct, {}, externalId);
    const second = await create(merchant.keys.direct, { iban: OTHER_IBAN }, externalId);
    assert.notEqual(second.id, first.id);
    const again = await create(merchant.keys.direct, { iban: OTHER_IBAN }, externalId);
    assert.equal(again.id, second.id);
  });

  it("must still be confirmed when the transaction is created", async () => {
    const own = await makeMerchant(test.services, { mode: "live" });
    await addPayee(own.accountId);
    const { services } = test;
    const jwt = await services.tokens.issue(own.apiKey, { iban: OTHER_IBAN });
    const token = await services.tokens.verify(jwt);
    const mine = eq(payees.accountId, own.accountId);
    await database().update(payees).set({ confirmedAt: null }).where(mine);
    const input = { amount: 1250, currency: "EUR", source: "sdk_integration" };
    const reported = services.transactions.create({ apiKey: own.apiKey, token, input });
    await assert.rejects(reported, { code: "payee_not_confirmed" });
  });

  it("is the company's unconfirmed IBAN in test mode, never in live mode", async () => {
    const [own, live] = [
      await makeMerchant(test.services),
      await makeMerchant(test.services, { mode: "live" }),
    ];
    for (const { accountId } of [own, live]) {
      const mine = eq(payees.accountId, accountId);
      await database().update(payees).set({ confirmedAt: null }).where(mine);
    }
    assert.deepEqual(await payeeOf(own.keys.direct, {}), [IBAN, "Corner Books"]);
    await assert.rejects(create(live.keys.direct, {}), { code: "no_payee" });
  });
});
