import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, it } from "node:test";
import { onEachDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant, makeToken } from "#lib/testing/factories.ts";
import type { VerifiedToken } from "#lib/tokens/service.ts";

onEachDatabase("the two flows of one account", (_database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let merchant: Awaited<ReturnType<typeof makeMerchant>>;
  let token: VerifiedToken;
  before(async () => {
    test = createTestServices(connection());
    merchant = await makeMerchant(test.services);
    ({ token } = await makeToken(test.services, merchant.apiKey));
  });

  const create = (externalId: string, from: VerifiedToken | undefined, idempotencyKey?: string) =>
    test.services.transactions.create({
      apiKey: merchant.apiKey,
      token: from,
      input: { amount: 1250, currency: "EUR", externalId },
      idempotencyKey,
    });

  it("never answer for one another, though every field is the same", async () => {
    const externalId = randomUUID();
    const direct = await create(externalId, token);
    const web = await create(externalId, undefined);
    assert.equal(web.replayed, false);
    assert.ok(web.created.reference);
    const { failureReason } = await test.services.transactions.get(
      merchant.apiKey,
      direct.created.id,
    );
    assert.equal(failureReason, "superseded");
  });

  it("leave the merchant's own order alone, whatever an app user asks for", async () => {
    const externalId = randomUUID();
    const { created } = await create(externalId, undefined);
    await assert.rejects(create(externalId, token), { code: "external_id_in_use" });
    const { status } = await test.services.transactions.get(merchant.apiKey, created.id);
    assert.equal(status, "pending");
  });

  it("keep the orders of app users apart, as far as the merchant tells who they are", async () => {
    const [ann, ann2, bob] = await Promise.all(
      ["ann@shop.example", "Ann@shop.example", "bob@shop.example"].map((email) =>
        makeToken(test.services, merchant.apiKey, { email }),
      ),
    );
    assert.ok(ann && ann2 && bob);
    const [externalId, key] = [randomUUID(), randomUUID()];
    const { created } = await create(externalId, ann.token, key);
    for (const stranger of [bob.token, token]) {
      await assert.rejects(create(externalId, stranger), { code: "external_id_in_use" });
      await assert.rejects(create(externalId, stranger, key), { code: "external_id_in_use" });
    }
    const again = await create(externalId, ann2.token);
    assert.deepEqual([again.created.id, again.replayed], [created.id, true]);
    assert.deepEqual((await create(externalId, ann2.token, key)).created, created);
  });

  it("share no answer to an Idempotency-Key", async () => {
    for (const [first, second] of [
      [undefined, token],
      [token, undefined],
    ]) {
      const [externalId, key] = [randomUUID(), randomUUID()];
      await create(externalId, first, key);
      assert.equal((await create(externalId, first, key)).replayed, true);
      await assert.rejects(create(externalId, second, key), { code: "idempotency_key_reused" });
    }
  });

  it("take a JWT that names another payee for another request", async () => {
    const named = await makeToken(test.services, merchant.apiKey, { name: "Books & Co" });
    const [externalId, key] = [randomUUID(), randomUUID()];
    await create(externalId, token, key);
    const other = create(externalId, named.token, key);
    await assert.rejects(other, { code: "idempotency_key_reused" });
    const renewed = await makeToken(test.services, merchant.apiKey);
    assert.equal((await create(externalId, renewed.token, key)).replayed, true);
  });
});
