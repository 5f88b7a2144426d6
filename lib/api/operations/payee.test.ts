import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import type { Api } from "#lib/api/http/context.ts";
import { createApi } from "#lib/api/server/app.ts";
import { payees } from "#lib/merchants/model/schema.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { checkResponses } from "#lib/testing/documented-responses.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";

const IBAN = "NL91ABNA0417164300";
const BERLIN = "DE89370400440532013000";
const PARIS = "FR1420041010050500013M02606";
const FOREIGN = "GB82WEST12345698765432";

onDatabase("the payee of a web transaction", (database, connection) => {
  let api: Api;
  let test: ReturnType<typeof createTestServices>;
  type Merchant = Awaited<ReturnType<typeof makeMerchant>>;
  let merchant: Merchant;
  let live: Merchant;
  before(async () => {
    test = createTestServices(connection());
    api = checkResponses(createApi(test.services, { prefix: "/api" }), "/api");
    merchant = await makeMerchant(test.services);
    live = await makeMerchant(test.services, { mode: "live" });
    for (const { accountId } of [merchant, live]) {
      await addPayee(accountId, BERLIN, test.clock.now());
      await addPayee(accountId, PARIS, null);
    }
  });

  const addPayee = (accountId: string, iban: string, confirmedAt: Date | null) =>
    database()
      .insert(payees)
      .values({
        id: `payee_${randomUUID()}`,
        accountId,
        iban,
        name: "Corner Books Abroad",
        isPrimary: false,
        confirmedAt,
        createdAt: test.clock.now(),
      });

  async function post(path: string, headers: Record<string, string>, body: object) {
    const response = await api.request(`/api${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, json: await response.json() };
  }
  const order = (fields: object) => ({
    amount: 1250,
    currency: "EUR",
    externalId: randomUUID(),
    ...fields,
  });
  const create = (fields: object, { keys } = merchant, headers: Record<string, string> = {}) =>
    post("/transactions", { "X-API-Key": keys.web, ...headers }, order(fields));
  const withJwt = (jwt: string, fields: object) =>
    post("/transactions", { Authentication: `Bearer ${jwt}` }, order(fields));
  const exchange = async (details: object, key = merchant.keys.web): Promise<string> =>
    (await post("/auth/verify-apikey", { "X-API-Key": key }, details)).json.token;
  const read = async (id: string) => {
    const headers = { "X-API-Key": merchant.keys.web };
    return (await api.request(`/api/transactions/${id}`, { headers })).json();
  };
  const fieldsOf = ({ errors }: { errors?: { path: string }[] }) => errors?.map(({ path }) => path);

  it("is the one that the request names, with its own name or the account's", async () => {
    const named = await create({ payee: { iban: "de89 3704 0044 0532 0130 00", name: "Berlin" } });
    assert.equal(named.status, 201);
    assert.deepEqual((await read(named.json.id)).payee, { iban: BERLIN, name: "Berlin" });
    const unnamed = await create({ payee: { iban: BERLIN } });
    const stored = { iban: BERLIN, name: "Corner Books Abroad" };
    assert.deepEqual((await read(unnamed.json.id)).payee, stored);
    const none = await create({});
    assert.deepEqual((await read(none.json.id)).payee, { iban: IBAN, name: "Corner Books" });
  });

  it("is part of the event", async () => {
    const { json } = await create({ payee: { iban: BERLIN } });
    await post(`/transactions/${json.id}/cancel`, { "X-API-Key": merchant.keys.web }, {});
    const headers = { "X-API-Key": merchant.keys.web };
    const events = await (await api.request("/api/events", { headers })).json();
    const event = events.data.find((one: { data: { id: string } }) => one.data.id === json.id);
    assert.deepEqual(event.data.payee, { iban: BERLIN, name: "Corner Books Abroad" });
  });

  it("must belong to the account, and be confirmed in live mode", async () => {
    for (const [who, iban, status] of [
      [merchant, BERLIN, 201],
      [merchant, PARIS, 201],
      [merchant, FOREIGN, 422],
      [live, BERLIN, 201],
      [live, PARIS, 422],
      [live, FOREIGN, 422],
    ] as const) {
      const response = await create({ payee: { iban } }, who);
      assert.equal(response.status, status, iban);
      if (status === 201) continue;
      assert.equal(response.json.code, "payee_not_confirmed");
      assert.deepEqual(fieldsOf(response.json), ["payee.iban"]);
      const token = await post("/auth/verify-apikey", { "X-API-Key": who.keys.web }, { iban });
      assert.equal(token.json.code, "payee_not_confirmed");
    }
  });

  it("is refused with an invalid IBAN, without an IBAN, or with more fields", async () => {
    for (const [payee, path] of [
      [{ iban: "DE00370400440532013000" }, "payee.iban"],
      [{ name: "Berlin" }, "payee.iban"],
      [{ iban: BERLIN, name: "" }, "payee.name"],
      [{ iban: BERLIN, bic: "X" }, "payee.bic"],
      [BERLIN, "payee"],
      [null, "payee"],
    ] as const) {
      const { status, json } = await create({ payee });
      assert.equal(status, 422);
      assert.deepEqual([json.code, fieldsOf(json)], ["invalid_request", [path]]);
    }
  });

  it("makes it another order if it differs, as any other field does", async () => {
    const externalId = randomUUID();
    const first = await create({ externalId });
    const same = await create({ externalId, payee: { iban: IBAN } });
    assert.deepEqual([same.status, same.json.id], [200, first.json.id]);
    const other = await create({ externalId, payee: { iban: BERLIN } });
    assert.deepEqual([other.status, other.json.id !== first.json.id], [201, true]);
    assert.equal((await read(first.json.id)).status, "failed");
    const key = { "Idempotency-Key": randomUUID() };
    const keyed = { externalId: randomUUID(), payee: { iban: BERLIN } };
    assert.equal((await create(keyed, merchant, key)).status, 201);
    assert.equal((await create(keyed, merchant, key)).status, 200);
    const reused = await create({ ...keyed, payee: { iban: IBAN } }, merchant, key);
    assert.equal(reused.json.code, "idempotency_key_reused");
  });

  it("comes from a JWT of a web key, which then creates as the key does", async () => {
    const jwt = await exchange({ iban: BERLIN, name: "Berlin" });
    const urls = {
      successUrl: "https://shop.example/thanks",
      failureUrl: "https://shop.example/cart",
      processingUrl: "https://shop.example/wait",
    };
    const { status, json } = await withJwt(jwt, { currency: "JPY", ...urls });
    assert.equal(status, 201);
    assert.equal(new URL(json.redirectUrl).searchParams.get("reference"), json.reference);
    const transaction = await read(json.id);
    assert.deepEqual(transaction.payee, { iban: BERLIN, name: "Berlin" });
    assert.deepEqual([transaction.currency, transaction.source], ["JPY", null]);
    assert.partialDeepStrictEqual(transaction, urls);
  });

  it("makes the same order with a JWT as with the key", async () => {
    const externalId = randomUUID();
    const jwt = await exchange({ iban: BERLIN });
    const first = await withJwt(jwt, { externalId });
    const again = await create({ externalId, payee: { iban: BERLIN } });
    assert.deepEqual([again.status, again.json.id], [200, first.json.id]);
  });

  it("in a JWT also creates a direct transaction if a source is sent", async () => {
    const jwt = await exchange({ iban: BERLIN });
    const { status, json } = await withJwt(jwt, { source: "sdk_integration" });
    assert.equal(status, 201);
    assert.ok(new URL(json.redirectUrl).searchParams.has("token"));
    assert.equal((await read(json.id)).payee.iban, BERLIN);
  });

  it("can't be both in the JWT and in the request", async () => {
    const { status, json } = await withJwt(await exchange({ iban: BERLIN }), {
      payee: { iban: IBAN },
    });
    assert.deepEqual([status, fieldsOf(json)], [422, ["payee"]]);
  });

  it("must be in a JWT that creates a web transaction: any other JWT belongs to an app", async () => {
    const { keys } = merchant;
    for (const jwt of [
      await exchange({}),
      await exchange({ email: "payer@shop.example" }),
      await exchange({ iban: BERLIN }, keys.direct),
      await exchange({ iban: BERLIN }, keys.sdk),
    ]) {
      const { status, json } = await withJwt(jwt, {});
      assert.deepEqual([status, fieldsOf(json)], [422, ["source"]]);
    }
    const unordered = await withJwt(await exchange({ iban: BERLIN }), { externalId: undefined });
    assert.deepEqual([unordered.status, fieldsOf(unordered.json)], [422, ["externalId"]]);
  });

  it("is checked again when the JWT creates, because the account may have removed it", async () => {
    const own = await makeMerchant(test.services, { mode: "live" });
    await addPayee(own.accountId, BERLIN, test.clock.now());
    const jwt = await exchange({ iban: BERLIN }, own.keys.web);
    await database()
      .update(payees)
      .set({ confirmedAt: null })
      .where(eq(payees.accountId, own.accountId));
    assert.equal((await withJwt(jwt, {})).json.code, "payee_not_confirmed");
  });
});
