import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, it } from "node:test";
import type { VerifiedToken } from "#lib/merchants/tokens/service.ts";
import { onDatabase } from "#lib/testing/database.ts";
import {
  createTestServices,
  makeMerchant,
  makeToken,
  startAttempt,
} from "#lib/testing/factories.ts";

onDatabase("the two flows of one account", (_database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let merchant: Awaited<ReturnType<typeof makeMerchant>>;
  let token: VerifiedToken;
  let ann: VerifiedToken;
  let bob: VerifiedToken;
  before(async () => {
    test = createTestServices(connection());
    merchant = await makeMerchant(test.services);
    token = await tokenOf();
    ann = await tokenOf("ann@shop.example");
    bob = await tokenOf("bob@shop.example");
  });

  const tokenOf = async (email?: string) =>
    (await makeToken(test.services, merchant.apiKey, { email })).token;
  const create = (
    externalId: string,
    from: VerifiedToken | undefined,
    { amount = 1250, key }: { amount?: number; key?: string } = {},
  ) =>
    test.services.transactions.create({
      apiKey: merchant.apiKey,
      token: from,
      input: { amount, currency: "EUR", externalId },
      idempotencyKey: key,
    });
  const read = (id: string) => test.services.transactions.get(merchant.apiKey, id);
  const atBank = async (id: string, outcome: "processing" | "succeeded") => {
    await startAttempt(test.services, await read(id));
    test.bank.decide(outcome);
    await test.services.attempts.refreshLatest(id);
  };

  it("never share a response, even if every field is equal", async () => {
    const externalId = randomUUID();
    const all: string[] = [];
    for (const from of [token, ann, bob]) all.push((await create(externalId, from)).created.id);
    const web = await create(externalId, undefined);
    assert.equal(web.replayed, false);
    assert.ok(web.created.reference);
    for (const id of all) assert.equal((await read(id)).failureReason, "superseded");
  });

  it("keep the merchant's own order unchanged by any app user's request", async () => {
    const externalId = randomUUID();
    const { created } = await create(externalId, undefined);
    for (const from of [token, ann]) {
      await assert.rejects(create(externalId, from), { code: "external_id_in_use" });
    }
    assert.equal((await read(created.id)).status, "pending");
    await atBank(created.id, "succeeded");
    await assert.rejects(create(externalId, ann), { code: "external_id_in_use" });
  });

  it("separate the orders of app users, as far as the merchant identifies them", async () => {
    const externalId = randomUUID();
    const made = await Promise.all([ann, bob, token].map((from) => create(externalId, from)));
    assert.equal(new Set(made.map(({ created }) => created.id)).size, 3);
    assert.ok(made.every(({ replayed }) => !replayed));
    const again = await create(externalId, await tokenOf("Ann@shop.example"));
    assert.deepEqual([again.created.id, again.replayed], [made[0]?.created.id, true]);
    await atBank(again.created.id, "succeeded");
    await assert.rejects(create(externalId, ann), { code: "already_paid" });
    assert.equal((await create(externalId, bob)).replayed, true);
  });

  it("let no app user block an order by paying a cent, for the server or for others", async () => {
    for (const outcome of ["processing", "succeeded"] as const) {
      const externalId = randomUUID();
      const eve = await create(externalId, bob, { amount: 1 });
      await atBank(eve.created.id, outcome);
      test.clock.advance({ minutes: 1 });
      assert.equal((await create(externalId, ann, { amount: 9900 })).replayed, false);
      assert.equal((await create(externalId, undefined, { amount: 9900 })).replayed, false);
      assert.equal((await read(eve.created.id)).status, outcome);
    }
  });

  it("treat an order paid in the app as paid", async () => {
    const externalId = randomUUID();
    const { created } = await create(externalId, ann);
    await atBank(created.id, "processing");
    await assert.rejects(create(externalId, undefined), { code: "transaction_in_progress" });
    test.bank.decide("succeeded");
    await test.services.attempts.refreshLatest(created.id);
    await assert.rejects(create(externalId, undefined), { code: "already_paid" });
  });

  it("keep one payable transaction of the server and one per payer at most, also in parallel", async () => {
    const externalId = randomUUID();
    const from = [undefined, ann, bob, token, undefined, ann, bob, token];
    const results = await Promise.allSettled(from.map((one) => create(externalId, one)));
    const ids = new Set<string>();
    for (const result of results) {
      if (result.status === "fulfilled") ids.add(result.value.created.id);
      else assert.equal(result.reason.code, "external_id_in_use");
    }
    const stored = await Promise.all([...ids].map(read));
    const pending = stored.filter(({ status }) => status === "pending");
    assert.deepEqual(
      pending.map(({ flow }) => flow),
      ["web"],
    );
  });

  it("have separate Idempotency-Keys for the server, each payer and each mode", async () => {
    const key = randomUUID();
    const made: string[] = [];
    for (const from of [token, ann, bob, undefined]) {
      const externalId = randomUUID();
      const first = await create(externalId, from, { key });
      assert.equal(first.replayed, false);
      assert.deepEqual((await create(externalId, from, { key })).created, first.created);
      await assert.rejects(create(randomUUID(), from, { key }), { code: "idempotency_key_reused" });
      made.push(first.created.id);
    }
    assert.equal(new Set(made).size, 4);
    const live = { ...merchant.apiKey, mode: "live" } as const;
    const { replayed } = await test.services.transactions.create({
      apiKey: live,
      token: { ...ann, apiKey: live },
      input: { amount: 1250, currency: "EUR", externalId: randomUUID() },
      idempotencyKey: key,
    });
    assert.equal(replayed, false);
  });

  it("treat a JWT with another payee as another request", async () => {
    const details = { email: "ann@shop.example", iban: "NL91ABNA0417164300" };
    const named = await makeToken(test.services, merchant.apiKey, { ...details, name: "Books" });
    const [externalId, key] = [randomUUID(), randomUUID()];
    await create(externalId, ann, { key });
    const other = create(externalId, named.token, { key });
    await assert.rejects(other, { code: "idempotency_key_reused" });
    const renewed = await tokenOf("ann@shop.example");
    assert.equal((await create(externalId, renewed, { key })).replayed, true);
  });
});
