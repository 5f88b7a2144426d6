import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, describe, it } from "node:test";
import { eq } from "drizzle-orm";
import type { Api } from "#lib/api/http/context.ts";
import { createApi } from "#lib/api/server/app.ts";
import { checkoutTokens } from "#lib/payments/model/payers.schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import { connectPostgres } from "#lib/platform/db/client.ts";
import { digest } from "#lib/platform/values/ids.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { checkResponses } from "#lib/testing/documented-responses.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";

const order = { amount: 1250, currency: "EUR", source: "sdk_integration" };

async function send(api: Api, path: string, headers: Record<string, string>, body: object) {
  const response = await api.request(`/api${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, json: await response.json() };
}

onDatabase("creation with a JWT on real services", (database, connection) => {
  let api: Api;
  let test: ReturnType<typeof createTestServices>;
  let merchant: Awaited<ReturnType<typeof makeMerchant>>;
  before(async () => {
    test = createTestServices(connection(), { SECURE_URL: "https://pay.example/app/secure" });
    api = checkResponses(createApi(test.services, { prefix: "/api" }), "/api");
    merchant = await makeMerchant(test.services);
  });

  const exchange = async (key: string, details: object = {}): Promise<string> =>
    (await send(api, "/auth/verify-apikey", { "X-API-Key": key }, details)).json.token;
  const create = (jwt: string, fields: object = {}, headers: Record<string, string> = {}) =>
    send(
      api,
      "/transactions",
      { Authentication: `Bearer ${jwt}`, ...headers },
      { ...order, ...fields },
    );
  const stored = async (id: string) => {
    const [row] = await database().select().from(transactions).where(eq(transactions.id, id));
    assert.ok(row);
    return row;
  };
  const tokenOf = (redirectUrl: string) => new URL(redirectUrl).searchParams.get("token") ?? "";

  it("creates a direct transaction, and returns a webview link without a reference", async () => {
    const jwt = await exchange(merchant.keys.direct);
    const metadata = { customer: { id: 7 } };
    const { status, json } = await create(jwt, { metadata }, { "X-Client-Type": "android" });
    assert.equal(status, 201);
    assert.match(json.redirectUrl, /^https:\/\/pay\.example\/app\/secure\?token=[\w-]{43}$/);
    assert.deepEqual(Object.keys(json), [
      "redirectUrl",
      "id",
      "status",
      "amount",
      "currency",
      "displayAmount",
      "externalId",
      "expiresAt",
    ]);
    const row = await stored(json.id);
    const key = await test.services.apiKeys.authenticate(merchant.keys.direct);
    assert.deepEqual(
      [row.flow, row.mode, row.accountId, row.apiKeyId, row.source, row.clientType],
      ["direct", "test", merchant.accountId, key?.id, "sdk_integration", "android"],
    );
    assert.deepEqual(
      [row.payeeIban, row.payeeName, row.successUrl, row.failureUrl, row.metadata],
      ["NL91ABNA0417164300", "Corner Books", null, null, metadata],
    );
    const read = await api.request(`/api/transactions/${json.id}`, {
      headers: { "X-API-Key": merchant.keys.web },
    });
    assert.equal((await read.json()).source, "sdk_integration");
  });

  it("also accepts the JWT in Authorization, with the scheme in upper or lower case", async () => {
    const jwt = await exchange(merchant.keys.sdk);
    for (const headers of [
      { Authorization: `Bearer ${jwt}` },
      { Authentication: `bearer ${jwt}` },
      { Authorization: `BEARER ${jwt}` },
    ]) {
      assert.equal((await send(api, "/transactions", headers, order)).status, 201);
    }
  });

  it("stores only a digest of the checkout token", async () => {
    const { json } = await create(
      await exchange(merchant.keys.direct),
      {},
      { "Idempotency-Key": randomUUID() },
    );
    const token = tokenOf(json.redirectUrl);
    const rows = await database()
      .select()
      .from(checkoutTokens)
      .where(eq(checkoutTokens.transactionId, json.id));
    assert.deepEqual(
      rows.map((row) => [row.digest, row.usedAt]),
      [[digest(token), null]],
    );
  });

  it("refuses every invalid JWT with one text, and treats everything else as an API key", async () => {
    const { accountId } = merchant;
    const { id, key } = await test.services.apiKeys.create({
      accountId,
      method: "direct",
      mode: "test",
    });
    const revoked = await exchange(key);
    await test.services.apiKeys.revoke(accountId, id);
    const own = createTestServices(connection());
    const expired = await exchange(merchant.keys.direct);
    own.clock.advance({ minutes: 15 });
    const later = checkResponses(createApi(own.services, { prefix: "/api" }), "/api");
    const good = await exchange(merchant.keys.direct);
    const [header, payload] = good.split(".");
    const responses = [
      await create(revoked),
      await send(later, "/transactions", { Authentication: `Bearer ${expired}` }, order),
      await create(`${header}.${payload}.${"A".repeat(86)}`),
      await create("a.b.c"),
      await send(api, "/transactions", {}, order),
      await send(api, "/auth/verify-apikey", { Authentication: `Bearer ${good}` }, {}),
    ];
    const texts = responses.map(({ status, json: { requestId, ...problem } }) => {
      assert.deepEqual([status, problem.code], [401, "unauthorized"]);
      return JSON.stringify(problem);
    });
    assert.equal(new Set(texts).size, 1);
    for (const path of ["/transactions", "/events"]) {
      const headers = { Authentication: `Bearer ${good}` };
      assert.equal((await api.request(`/api${path}`, { headers })).status, 401);
    }
  });

  it("returns a further link for the same order, and both work", async () => {
    const jwt = await exchange(merchant.keys.direct);
    const externalId = randomUUID();
    const first = await create(jwt, { externalId });
    const again = await create(jwt, { Amount: 1250, amount: undefined, externalId });
    assert.deepEqual([first.status, again.status], [201, 200]);
    const { redirectUrl, ...same } = again.json;
    const { redirectUrl: firstUrl, ...firstSame } = first.json;
    assert.deepEqual(same, firstSame);
    assert.notEqual(redirectUrl, firstUrl);
    for (const url of [redirectUrl, firstUrl]) {
      const found = await test.services.transactions.findByCheckoutToken(tokenOf(url));
      assert.deepEqual([found?.transaction.id, found?.isUsed], [same.id, false]);
    }
  });

  it("returns the first response for an Idempotency-Key, only in its own flow", async () => {
    const jwt = await exchange(merchant.keys.direct);
    const externalId = randomUUID();
    const headers = { "Idempotency-Key": randomUUID() };
    const first = await create(jwt, { externalId }, headers);
    const again = await create(jwt, { externalId }, headers);
    assert.deepEqual([first.status, again.status, again.json], [201, 200, first.json]);
    const { source: _source, ...body } = { ...order, externalId: randomUUID() };
    const key = { "X-API-Key": merchant.keys.web, ...headers };
    const web = await send(api, "/transactions", key, body);
    assert.deepEqual([web.status, typeof web.json.reference], [201, "string"]);
    const webAgain = await send(api, "/transactions", key, body);
    assert.deepEqual([webAgain.status, webAgain.json], [200, web.json]);
    assert.deepEqual((await create(jwt, { externalId }, headers)).json, first.json);
  });

  it("never returns a web transaction to a JWT, and never lets a JWT supersede one", async () => {
    const jwt = await exchange(merchant.keys.direct);
    const externalId = randomUUID();
    const { source: _source, ...body } = { ...order, externalId };
    const web = await send(api, "/transactions", { "X-API-Key": merchant.keys.web }, body);
    const refused = await create(jwt, { externalId });
    assert.deepEqual([refused.status, refused.json.code], [409, "external_id_in_use"]);
    assert.equal((await stored(web.json.id)).status, "pending");
  });

  it("creates one transaction for 8 equal requests at once", async () => {
    const jwt = await exchange(merchant.keys.direct);
    const externalId = randomUUID();
    const all = await Promise.all(Array.from({ length: 8 }, () => create(jwt, { externalId })));
    assert.equal(new Set(all.map(({ json }) => json.id)).size, 1);
    assert.equal(new Set(all.map(({ json }) => json.redirectUrl)).size, 8);
    assert.equal(all.filter(({ status }) => status === 201).length, 1);
  });

  it("creates 20 links for one JWT, does not count repeated responses, and refuses the 21st", async () => {
    const jwt = await exchange(merchant.keys.direct);
    const externalId = randomUUID();
    const headers = { "Idempotency-Key": randomUUID() };
    const first = await create(jwt, { externalId }, headers);
    for (let index = 0; index < 3; index += 1) {
      assert.equal((await create(jwt, { externalId }, headers)).status, 200);
    }
    assert.equal((await create(jwt, { externalId })).status, 200);
    for (let index = 2; index < 20; index += 1) assert.equal((await create(jwt)).status, 201);
    for (const fields of [{}, { externalId, amount: 1 }]) {
      const { status, json, headers: answered } = await create(jwt, fields);
      assert.deepEqual([status, json.code], [429, "too_many_transactions"]);
      assert.equal(answered.get("retry-after"), "900");
    }
    // A refused creation ends no earlier transaction.
    assert.equal((await stored(first.json.id)).status, "pending");
    assert.equal((await create(jwt, { externalId }, headers)).status, 200);
    assert.equal((await create(jwt, { externalId })).status, 429);
    assert.equal((await create(await exchange(merchant.keys.direct))).status, 201);
  });

  it("refuses a name without an IBAN, for every kind of key", async () => {
    for (const key of Object.values(merchant.keys)) {
      const headers = { "X-API-Key": key };
      const response = await send(api, "/auth/verify-apikey", headers, { name: "Tax Office" });
      assert.deepEqual([response.status, response.json.code], [422, "invalid_request"]);
      assert.deepEqual(response.json.errors, [{ path: "name", message: "needs iban" }]);
    }
  });

  it("treats users as the same in every notation of their e-mail domain", async () => {
    const externalId = randomUUID();
    const ids: string[] = [];
    for (const email of ["a&b!c@m\u00fcller.example", "A&B!C@XN--MLLER-KVA.example"]) {
      const jwt = await exchange(merchant.keys.direct, { email });
      ids.push((await create(jwt, { externalId })).json.id);
    }
    assert.match(ids[0] ?? "", /^txn_/);
    assert.equal(ids[1], ids[0]);
  });

  it("responds identically whether or not the account's e-mail addresses are trusted", async () => {
    const own = await makeMerchant(test.services);
    const key = { "X-API-Key": own.keys.direct };
    const ask = () => send(api, "/auth/verify-apikey", key, { email: "payer@shop.example" });
    const before = await ask();
    await test.services.accounts.setEmailWhitelisted(own.accountId, true);
    const after = await ask();
    assert.deepEqual(Object.keys(after.json), ["token"]);
    assert.deepEqual(Object.keys(after.json), Object.keys(before.json));
    assert.equal(after.json.token.length, before.json.token.length);
    const names = (response: typeof before) => [...response.headers.keys()];
    assert.deepEqual([after.status, names(after)], [before.status, names(before)]);
  });
});

describe("creation with a JWT without a database", () => {
  it("is unavailable, not unauthorized", async (t) => {
    const connection = connectPostgres("postgres://bankside@127.0.0.1:1/bankside", () => {});
    t.after(() => connection.close());
    const { services } = createTestServices(connection);
    const api = checkResponses(createApi(services, { prefix: "/api" }), "/api");
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const jwt = `${part({ alg: "ES256", kid: "k", typ: "JWT" })}.${part({})}.AAAA`;
    const response = await send(api, "/transactions", { Authentication: `Bearer ${jwt}` }, order);
    assert.deepEqual([response.status, response.json.code], [503, "unavailable"]);
  });
});
