import assert from "node:assert/strict";
import { before, it } from "node:test";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeDirectTransaction, makeMerchant } from "#lib/testing/factories.ts";

onDatabase("checkout tokens", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let merchant: Awaited<ReturnType<typeof makeMerchant>>;
  before(async () => {
    test = createTestServices(connection());
    merchant = await makeMerchant(test.services);
  });

  const make = () => makeDirectTransaction(test.services, merchant.apiKey);
  const find = (token: string) => test.services.transactions.findByCheckoutToken(token);
  const use = (token: string) =>
    database().transaction((tx) => test.services.transactions.useCheckoutToken(tx, token));

  it("have 256 random bits and find their transaction alone", async () => {
    const [first, second] = [await make(), await make()];
    assert.equal(Buffer.from(first.checkoutToken, "base64url").length, 32);
    assert.notEqual(first.checkoutToken, second.checkoutToken);
    for (const { checkoutToken, transaction } of [first, second]) {
      const found = (await find(checkoutToken))?.transaction;
      assert.deepEqual({ ...transaction, ...found }, transaction);
      assert.equal(found?.id, transaction.id);
    }
  });

  it("are used once, also in parallel", async () => {
    const [{ checkoutToken }, other] = [await make(), await make()];
    const uses = await Promise.all(Array.from({ length: 5 }, () => use(checkoutToken)));
    assert.equal(uses.filter(Boolean).length, 1);
    assert.equal((await find(checkoutToken))?.isUsed, true);
    assert.equal((await find(other.checkoutToken))?.isUsed, false);
  });

  it("are not used by a database transaction that fails", async () => {
    const { checkoutToken } = await make();
    const failed = database().transaction(async (tx) => {
      assert.equal(await test.services.transactions.useCheckoutToken(tx, checkoutToken), true);
      throw new Error("the exchange failed");
    });
    await assert.rejects(failed, /the exchange failed/);
    assert.equal((await find(checkoutToken))?.isUsed, false);
    assert.equal(await use(checkoutToken), true);
  });

  it("are deleted after two days, when no transaction of theirs is payable", async () => {
    const old = await make();
    test.clock.advance({ minutes: 47 * 60 });
    const young = await make();
    test.clock.advance({ minutes: 61 });
    assert.ok((await test.services.transactions.purgeCheckoutTokens()) >= 1);
    assert.equal(await find(old.checkoutToken), undefined);
    assert.ok(await find(young.checkoutToken));
  });

  it("are kept while their order can be paid, which may take a month", async () => {
    const expiresAt = new Date(test.clock.now().getTime() + 30 * 24 * 3_600_000).toISOString();
    const { checkoutToken } = await makeDirectTransaction(test.services, merchant.apiKey, {
      input: { expiresAt },
    });
    test.clock.advance({ minutes: 30 * 24 * 60 - 1 });
    await test.services.transactions.purgeCheckoutTokens();
    assert.ok(await find(checkoutToken));
    test.clock.advance({ minutes: 1 });
    await test.services.transactions.purgeCheckoutTokens();
    assert.equal(await find(checkoutToken), undefined);
  });

  it("are not confused with other text, a reference or an id", async () => {
    const { checkoutToken, transaction, jwt } = await make();
    const others = [
      "",
      checkoutToken.slice(0, -1),
      `${checkoutToken}A`,
      `${checkoutToken}\n`,
      ` ${checkoutToken}`,
      "A".repeat(43),
      `${checkoutToken.slice(0, -1)}\0`,
      transaction.reference,
      transaction.id,
      jwt,
    ];
    for (const text of others) {
      assert.equal(await find(text), undefined, JSON.stringify(text));
      assert.equal(await use(text), false, JSON.stringify(text));
    }
    assert.equal((await find(checkoutToken))?.isUsed, false);
  });
});
