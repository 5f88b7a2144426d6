import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import fc from "fast-check";
import { createLocalJWKSet, jwtVerify } from "jose";
import pg from "pg";
import type { Api } from "#lib/api/http/context.ts";
import { createApi } from "#lib/api/server/app.ts";
import { connectPostgres } from "#lib/platform/db/client.ts";
import { anyCharacter } from "#lib/testing/any-character.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { checkResponses } from "#lib/testing/documented-responses.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { propertyRuns } from "#lib/testing/lane.ts";

type Sent = { method?: string; body?: unknown; headers?: Record<string, string> };

function callerWith(api: Api, key: string) {
  return async (path: string, { method = "GET", body, headers = {} }: Sent = {}) => {
    const response = await api.request(`/api${path}`, {
      method,
      headers: { "X-API-Key": key, "Content-Type": "application/json", ...headers },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, json: await response.json() };
  };
}

const order = (externalId: string, fields: object = {}) => ({
  amount: 1250,
  currency: "EUR",
  externalId,
  ...fields,
});

onDatabase("the API on real services", (_database, connection) => {
  let api: Api;
  let test: ReturnType<typeof createTestServices>;
  let merchant: Awaited<ReturnType<typeof makeMerchant>>;
  let call: ReturnType<typeof callerWith>;
  before(async () => {
    test = createTestServices(connection());
    api = checkResponses(createApi(test.services, { prefix: "/api" }), "/api");
    merchant = await makeMerchant(test.services);
    call = callerWith(api, merchant.keys.web);
  });

  const create = (externalId: string, fields: object = {}, headers: Record<string, string> = {}) =>
    call("/transactions", { method: "POST", body: order(externalId, fields), headers });

  it("reads a transaction and its caller's key in one round trip", async (t) => {
    const { pool } = connection();
    if (!(pool instanceof pg.Pool)) return t.skip("PGlite has one session");
    const { json } = await create("one-trip");
    let trips = 0;
    const count = () => {
      trips += 1;
    };
    pool.on("acquire", count);
    const { status } = await call(`/transactions/${json.id}`);
    pool.off("acquire", count);
    assert.deepEqual([status, trips], [200, 1]);
  });

  it("keeps a transaction from a caller without its key, also if it is read before", async () => {
    const { json } = await create("kept");
    const stranger = await makeMerchant(test.services);
    const path = `/transactions/${json.id}`;
    assert.equal((await callerWith(api, stranger.keys.web)(path)).status, 404);
    const unknown = await callerWith(api, `sk_test_${"u".repeat(43)}`)(path);
    assert.equal(unknown.status, 401);
    assert.doesNotMatch(JSON.stringify(unknown.json), /txn_|1250/);
  });

  it("creates a transaction, returns it for the same request, and reads it", async () => {
    const fields = {
      metadata: { customer: { id: 7 } },
      successUrl: "https://shop.example/a?b=1#c",
    };
    const first = await create("same", fields);
    assert.equal(first.status, 201);
    const { redirectUrl, reference, ...created } = first.json;
    assert.equal(redirectUrl, `http://localhost:3000/checkout?reference=${reference}`);
    assert.deepEqual(
      [created.status, created.amount, created.currency, created.displayAmount, created.externalId],
      ["pending", 1250, "EUR", "€12.50", "same"],
    );
    const again = await create("same", fields);
    assert.deepEqual([again.status, again.json], [200, first.json]);
    const read = await call(`/transactions/${created.id}`);
    assert.equal(read.json.accountId, merchant.accountId);
    assert.deepEqual(read.json.metadata, fields.metadata);
    assert.equal(read.json.successUrl, fields.successUrl);
    assert.equal(read.json.mode, "test");
  });

  it("treats both spellings as the same request", async () => {
    const first = await create("spelled");
    const body = { Amount: 1250, Currency: "EUR", externalId: "spelled" };
    const again = await call("/transactions", { method: "POST", body });
    assert.deepEqual([again.status, again.json.id], [200, first.json.id]);
  });

  it("supersedes a pending transaction if other fields differ", async () => {
    const first = await create("changed");
    const second = await create("changed", { amount: 999 });
    assert.equal(second.status, 201);
    assert.notEqual(second.json.id, first.json.id);
    const old = await call(`/transactions/${first.json.id}`);
    assert.deepEqual([old.json.status, old.json.failureReason], ["failed", "superseded"]);
  });

  it("returns the stored response for an Idempotency-Key", async () => {
    const headers = { "Idempotency-Key": "retry 1" };
    const first = await create("idempotent", {}, headers);
    const again = await create("idempotent", {}, headers);
    assert.deepEqual([first.status, again.status, again.json], [201, 200, first.json]);
    const other = await create("idempotent", { amount: 1 }, headers);
    assert.deepEqual([other.status, other.json.code], [422, "idempotency_key_reused"]);
  });

  it("creates one transaction for 10 requests at once", async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => create("at once")));
    assert.equal(new Set(responses.map(({ json }) => json.id)).size, 1);
    assert.equal(responses.filter(({ status }) => status === 201).length, 1);
    assert.ok(responses.every(({ status }) => status === 201 || status === 200));
  });

  it("cancels, responds identically the second time, and sends one event", async () => {
    const { json } = await create("cancelled");
    const path = `/transactions/${json.id}/cancel`;
    const first = await call(path, { method: "POST" });
    assert.deepEqual(
      [first.status, first.json.status, first.json.failureReason],
      [200, "failed", "cancelled"],
    );
    assert.deepEqual((await call(path, { method: "POST" })).json, first.json);
    const { data } = (await call("/events?limit=100")).json;
    const event = data.find((candidate: { data: { id: string } }) => candidate.data.id === json.id);
    assert.equal(event.type, "transaction.failed");
    assert.deepEqual(event.data, first.json);
    assert.deepEqual((await call(`/events/${event.id}`)).json, event);
  });

  it("pages through lists and filters them", async () => {
    const other = await makeMerchant(test.services);
    const callOther = callerWith(api, other.keys.web);
    const ids: string[] = [];
    for (const index of [0, 1, 2, 3, 4]) {
      test.clock.advance({ ms: 2 });
      const body = order(`page-${index}`);
      ids.unshift((await callOther("/transactions", { method: "POST", body })).json.id);
    }
    const seen: string[] = [];
    let cursor: string | null = "";
    for (let page = 0; cursor !== null && page < 5; page += 1) {
      const from: string = cursor === "" ? "" : `&cursor=${cursor}`;
      const { json } = await callOther(`/transactions?limit=2${from}`);
      seen.push(...json.data.map(({ id }: { id: string }) => id));
      cursor = json.nextCursor;
    }
    assert.deepEqual(seen, ids);
    await callOther(`/transactions/${ids[0]}/cancel`, { method: "POST" });
    const idsOf = async (query: string) =>
      (await callOther(`/transactions?${query}`)).json.data.map(({ id }: { id: string }) => id);
    assert.deepEqual(await idsOf("status=failed"), [ids[0]]);
    assert.deepEqual(await idsOf("externalId=page-1"), [ids[3]]);
    const middle = (await callOther(`/transactions/${ids[2]}`)).json.createdAt;
    assert.deepEqual(await idsOf(`createdAfter=${middle}`), ids.slice(0, 3));
    assert.deepEqual(await idsOf(`createdBefore=${middle}`), ids.slice(3));
  });

  it("shows nothing of another account or mode", async () => {
    const { json } = await create("private");
    await call(`/transactions/${json.id}/cancel`, { method: "POST" });
    const event = (await call("/events")).json.data[0].id;
    const stranger = await makeMerchant(test.services);
    const live = await test.services.apiKeys.create({
      accountId: merchant.accountId,
      method: "web",
      mode: "live",
    });
    for (const key of [stranger.keys.web, live.key]) {
      const callStranger = callerWith(api, key);
      for (const path of [`/transactions/${json.id}`, `/events/${event}`]) {
        assert.deepEqual((await callStranger(path)).json.code, "not_found");
      }
      const cancel = await callStranger(`/transactions/${json.id}/cancel`, { method: "POST" });
      assert.equal(cancel.status, 404);
      for (const list of ["/transactions", "/events"]) {
        assert.deepEqual((await callStranger(list)).json, { data: [], nextCursor: null });
      }
    }
  });

  it("refuses a key from the moment it is revoked", async () => {
    const { id, key } = await test.services.apiKeys.create({
      accountId: merchant.accountId,
      method: "web",
      mode: "test",
    });
    const callRevoked = callerWith(api, key);
    assert.equal((await callRevoked("/transactions")).status, 200);
    await test.services.apiKeys.revoke(merchant.accountId, id);
    const unknown = await callerWith(api, `sk_test_${"u".repeat(43)}`)("/transactions");
    const revoked = await callRevoked("/transactions");
    assert.equal(revoked.status, 401);
    const { requestId: _left, ...left } = revoked.json;
    const { requestId: _right, ...right } = unknown.json;
    assert.deepEqual(left, right);
  });

  it("exchanges a key for a JWT without personal data that the published keys verify", async () => {
    const body = { email: "canary@shop.example", iban: "NL91 ABNA 0417 1643 00", name: "Canary" };
    const { status, json } = await call("/auth/verify-apikey", { method: "POST", body });
    assert.equal(status, 200);
    const keys = createLocalJWKSet((await call("/.well-known/jwks.json")).json);
    const { payload, protectedHeader } = await jwtVerify(json.token, keys, {
      algorithms: ["ES256"],
      issuer: "http://localhost:3000/api",
      audience: "http://localhost:3000/api",
      currentDate: test.clock.now(),
    });
    assert.equal(payload.sub, merchant.accountId);
    assert.equal((payload.exp ?? 0) - (payload.iat ?? 0), 15 * 60);
    assert.ok(payload.jti && protectedHeader.kid);
    assert.doesNotMatch(JSON.stringify(payload), /canary|NL91 ?ABNA/i);
  });

  it("refuses an IBAN that is not the account's, except as the payer's own", async () => {
    const sent = { method: "POST", body: { iban: "DE89370400440532013000" } };
    const refused = await call("/auth/verify-apikey", sent);
    assert.deepEqual([refused.status, refused.json.code], [422, "payee_not_confirmed"]);
    const payers = await callerWith(api, merchant.keys.sdk)("/auth/verify-apikey", sent);
    assert.equal(payers.status, 200);
  });

  it("stores all text that it accepts", async () => {
    const text = fc.oneof(
      { weight: 4, arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }) },
      { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 60 }) },
    );
    let stored = 0;
    const bodies = fc.record({
      amount: fc.integer({ min: 1, max: 99_999_999_999 }),
      currency: fc.constantFrom("EUR", "JPY", "KWD", "USD"),
      externalId: fc.oneof(fc.uuid(), text),
      metadata: fc.dictionary(text, fc.jsonValue({ maxDepth: 4 }), { maxKeys: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const { status, json } = await call("/transactions", { method: "POST", body });
        assert.ok(status < 500, JSON.stringify(json));
        if (status !== 201) return;
        stored += 1;
        const read = await call(`/transactions/${json.id}`);
        const { amount, currency, externalId, metadata } = read.json;
        assert.deepEqual(
          { amount, currency, externalId, metadata },
          JSON.parse(JSON.stringify(body)),
        );
      }),
      { numRuns: propertyRuns(4) },
    );
    assert.ok(stored > 5, `only ${stored} were accepted`);
  });
});

describe("the API without its database", () => {
  it("is live but not ready, and responds with 503 to everything else", async (t) => {
    const connection = connectPostgres("postgres://bankside@127.0.0.1:1/bankside", () => {});
    t.after(() => connection.close());
    const { services } = createTestServices(connection);
    const call = callerWith(
      checkResponses(createApi(services, { prefix: "/api" }), "/api"),
      `sk_test_${"t".repeat(43)}`,
    );
    assert.equal((await call("/health/live")).status, 200);
    const body = order("x");
    for (const response of [
      await call("/health/ready"),
      await call("/transactions"),
      await call("/transactions", { method: "POST", body }),
      await call("/.well-known/jwks.json"),
    ]) {
      assert.equal(response.status, 503);
      assert.equal(response.json.code, "unavailable");
      assert.match(response.headers.get("retry-after") ?? "", /^\d+$/);
      assert.doesNotMatch(JSON.stringify(response.json), /ECONN|select|127\.0/);
    }
  });
});
