import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  createFakeApi,
  createFakeTokens,
  DIRECT_BODY,
  GOOD_BODY,
  JWT,
  TEST_KEY,
} from "#lib/testing/fake-api.ts";
import { createTestLimits } from "#lib/testing/limits.ts";

const ID = "txn_01kagj3y9be2rvn5q8w0m4tzxh";
const CLIENT = { "X-Forwarded-For": "192.0.2.7" };

type Fake = ReturnType<typeof createFakeApi>;

function makeApi() {
  const { limits, clock } = createTestLimits();
  let lookUps = 0;
  const { services } = createFakeApi();
  const authenticate = (key: string) => {
    lookUps += 1;
    return services.apiKeys.authenticate(key);
  };
  const tokens = createFakeTokens();
  const verify = (jwt: string) => {
    lookUps += 1;
    return tokens.verify(jwt);
  };
  const startReading: typeof services.transactions.startReading = (id) => {
    lookUps += 1;
    return services.transactions.startReading(id);
  };
  const transactions = { ...services.transactions, startReading };
  const overrides = {
    limits,
    transactions,
    apiKeys: { authenticate },
    tokens: { ...tokens, verify },
  };
  return { ...createFakeApi(overrides), clock, lookUps: () => lookUps };
}

async function statuses(send: () => Promise<Response>, times: number) {
  const found: Record<number, number> = {};
  for (let count = 0; count < times; count++) {
    const { status } = await send();
    found[status] = (found[status] ?? 0) + 1;
  }
  return found;
}

const create = ({ post }: Fake, headers?: Record<string, string>) =>
  post("/transactions", JSON.stringify(GOOD_BODY), headers);

describe("limits of the API", () => {
  it("allow 500 reads and 200 writes for each key in 10 seconds, counted separately", async () => {
    const test = makeApi();
    assert.deepEqual(await statuses(() => test.get("/events"), 510), { 200: 500, 429: 10 });
    assert.deepEqual(await statuses(() => create(test), 210), { 201: 200, 429: 10 });
    test.clock.advance({ seconds: 10 });
    assert.equal((await create(test)).status, 201);
    assert.equal((await test.get("/events")).status, 200);
  });

  it("count a key as a bearer with the same key in X-API-Key", async () => {
    const test = makeApi();
    const asBearer = async () =>
      test.api.request("/api/events", { headers: { Authorization: `Bearer ${TEST_KEY}` } });
    assert.deepEqual(await statuses(asBearer, 300), { 200: 300 });
    assert.deepEqual(await statuses(() => test.get("/events"), 210), { 200: 200, 429: 10 });
  });

  it("count a JWT and its exchange with the API key that it comes from", async () => {
    const test = makeApi();
    await statuses(() => test.post("/auth/verify-apikey", "{}"), 150);
    const direct = async () =>
      test.api.request("/api/transactions", {
        method: "POST",
        headers: { Authentication: `Bearer ${JWT}`, "Content-Type": "application/json" },
        body: JSON.stringify(DIRECT_BODY),
      });
    assert.deepEqual(await statuses(direct, 60), { 201: 50, 429: 10 });
  });

  it("allow 300 creations for each account and mode in 10 seconds, with all keys together", async () => {
    const { limits } = createTestLimits();
    const keys = ["a", "b"].map((letter) => `sk_test_${letter.repeat(43)}`);
    const authenticate = async (key: string) => ({
      id: key,
      accountId: "acct_1",
      method: "web" as const,
      scopes: ["read", "create"] as const,
      mode: "test" as const,
    });
    const test = createFakeApi({ limits, apiKeys: { authenticate } });
    const of = (key = "") => statuses(() => create(test, { "X-API-Key": key }), 200);
    assert.deepEqual(await of(keys[0]), { 201: 200 });
    assert.equal((await create(test, { "X-API-Key": keys[0] ?? "" })).status, 429);
    assert.deepEqual(await of(keys[1]), { 201: 100, 429: 100 });
  });

  it("report what is left of the tightest limit in each response, and the time to wait in a refusal", async () => {
    const test = makeApi();
    test.clock.advance({ seconds: 4 });
    const first = await create(test);
    assert.equal(
      first.headers.get("ratelimit-policy"),
      '"key-writes";q=200;w=10, "account-creations";q=300;w=10',
    );
    assert.equal(first.headers.get("ratelimit"), '"key-writes";r=199;t=6');
    await statuses(() => create(test), 199);
    const refused = await create(test);
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get("ratelimit"), '"key-writes";r=0;t=6');
    assert.equal(refused.headers.get("retry-after"), "6");
    assert.match(refused.headers.get("content-type") ?? "", /problem\+json/);
    const problem = await refused.json();
    assert.equal(problem.code, "too_many_requests");
    assert.equal(problem.requestId, refused.headers.get("x-request-id"));
    const read = await test.get(`/transactions/${ID}`);
    assert.equal(read.headers.get("ratelimit"), '"key-reads";r=499;t=6', "also of a failure");
  });

  it("report nothing without a credential, and never count health requests", async () => {
    const test = makeApi();
    for (const path of ["/health/live", "/openapi.json", "/transactions"]) {
      const response = await test.api.request(`/api${path}`);
      assert.equal(response.headers.has("ratelimit"), false);
    }
    const look = async () => test.api.request("/api/health/live", { headers: CLIENT });
    assert.deepEqual(await statuses(look, 2000), { 200: 2000 });
  });
});

describe("wrong credentials", () => {
  const guess = (test: Fake, headers: Record<string, string> = CLIENT) =>
    test.get("/events", { "X-API-Key": "sk_test_wrong", ...headers });

  it("are refused without a look-up after 100 from one address in a minute, as are valid ones", async () => {
    const test = makeApi();
    assert.deepEqual(await statuses(() => guess(test), 150), { 401: 100, 429: 50 });
    assert.equal(test.lookUps(), 100);
    for (const path of ["/events", `/transactions/${ID}`]) {
      assert.equal((await test.get(path, CLIENT)).status, 429);
    }
    assert.equal(test.lookUps(), 100);
    test.clock.advance({ seconds: 60 });
    assert.equal((await test.get("/events", CLIENT)).status, 200);
  });

  it("of keys as bearers count with those in X-API-Key", async () => {
    const test = makeApi();
    const asBearer = (key: string) => () =>
      test.api.request("/api/events", { headers: { ...CLIENT, Authorization: `Bearer ${key}` } });
    assert.deepEqual(await statuses(async () => asBearer("sk_test_wrong")(), 100), { 401: 100 });
    assert.equal((await guess(test)).status, 429);
    assert.equal((await asBearer(TEST_KEY)()).status, 429);
    assert.equal(test.lookUps(), 100);
  });

  it("of JWTs count with those of keys", async () => {
    const test = makeApi();
    const direct = async () =>
      test.api.request("/api/transactions", {
        method: "POST",
        headers: { ...CLIENT, Authorization: "Bearer a.wrong.one" },
      });
    assert.deepEqual(await statuses(direct, 100), { 401: 100 });
    assert.equal((await guess(test)).status, 429);
  });

  it("do not affect requests from another address", async () => {
    const test = makeApi();
    await statuses(() => guess(test), 101);
    assert.equal((await test.get("/events", { "X-Forwarded-For": "192.0.2.8" })).status, 200);
  });

  it("of one IPv6 network count together", async () => {
    const test = makeApi();
    let host = 0;
    const next = () => guess(test, { "X-Forwarded-For": `2001:db8::${(host++).toString(16)}` });
    assert.deepEqual(await statuses(next, 101), { 401: 100, 429: 1 });
  });

  it("are not counted if they come from this machine", async () => {
    const test = makeApi();
    const send = () => guess(test, { "X-Forwarded-For": "127.0.0.1", "X-Bankside-Local": "1" });
    assert.deepEqual(await statuses(send, 150), { 401: 150 });
  });

  it("are counted if a proxy forwards a loopback address", async () => {
    for (const forwarded of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) {
      const test = makeApi();
      const send = () => guess(test, { "X-Forwarded-For": forwarded });
      assert.deepEqual(await statuses(send, 150), { 401: 100, 429: 50 });
    }
  });
});
