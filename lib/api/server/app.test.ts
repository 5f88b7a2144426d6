import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ApiServices } from "#lib/api/http/context.ts";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import {
  createFakeApi,
  createFakeServices,
  GOOD_BODY,
  JWT,
  LIVE_KEY,
  TEST_KEY,
} from "#lib/testing/fake-api.ts";
import { createApi } from "./app.ts";
import { createApiHandler } from "./handler.ts";

const ID = "txn_01kagj3y9be2rvn5q8w0m4tzxh";
const { api, post, get } = createFakeApi();

function failingWith(error: unknown) {
  const { services } = createFakeServices();
  const create = async () => {
    throw error;
  };
  return createFakeApi({ transactions: { ...services.transactions, create } });
}

const create = (fake: ReturnType<typeof createFakeApi>) =>
  fake.post("/transactions", JSON.stringify(GOOD_BODY));

describe("headers of every response", () => {
  const requests: [string, () => Response | Promise<Response>][] = [
    ["200", () => get("/transactions")],
    ["201", () => post("/transactions", JSON.stringify(GOOD_BODY))],
    ["401", () => api.request("/api/transactions")],
    ["404", () => get("/nothing")],
    ["405", () => api.request("/api/transactions", { method: "DELETE" })],
    ["413", () => post("/transactions", "x".repeat(70_000))],
    ["422", () => post("/transactions", "{}")],
    ["500", () => create(failingWith(new Error("boom")))],
    ["503", () => create(failingWith(new AppError("unavailable")))],
  ];
  for (const [status, send] of requests) {
    it(`with ${status}`, async () => {
      const response = await send();
      assert.equal(String(response.status), status);
      assert.equal(response.headers.get("cache-control"), "no-store");
      assert.equal(response.headers.get("x-content-type-options"), "nosniff");
      assert.match(response.headers.get("x-request-id") ?? "", /^[\w-]{36}$/);
      assert.equal(response.headers.has("retry-after"), status === "503");
      assert.equal(response.headers.has("www-authenticate"), status === "401");
    });
  }

  it("accepts a request id only if it is short and safe", async () => {
    const idFor = async (id: string) =>
      (await get("/transactions", { "X-Request-Id": id })).headers.get("x-request-id");
    assert.equal(await idFor("order-17.retry_2"), "order-17.retry_2");
    assert.equal(await idFor("x".repeat(64)), "x".repeat(64));
    for (const id of ["x".repeat(65), "", "a b", "a\tb", "<script>", '"']) {
      assert.match((await idFor(id)) ?? "", /^[\w-]{36}$/);
    }
  });
});

describe("paths and methods", () => {
  const allowed: [string, string][] = [
    ["/auth/verify-apikey", "POST"],
    ["/transactions", "GET, HEAD, OPTIONS, POST"],
    [`/transactions/${ID}`, "GET, HEAD"],
    [`/transactions/${ID}/cancel`, "POST"],
    [`/test/transactions/${ID}/outcome`, "POST"],
    ["/test/clock", "POST"],
    ["/events", "GET, HEAD"],
    ["/events/evt_01kagj3y9be2rvn5q8w0m4tzxh", "GET, HEAD"],
    ["/openapi.json", "GET, HEAD"],
    ["/.well-known/jwks.json", "GET, HEAD"],
    ["/health/live", "GET, HEAD"],
    ["/health/ready", "GET, HEAD"],
  ];
  for (const [path, allow] of allowed) {
    it(`${path} allows ${allow}`, async () => {
      const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY"];
      for (const method of methods.filter((name) => !allow.includes(name))) {
        const response = await api.request(`/api${path}`, { method });
        assert.equal(response.status, 405, method);
        assert.equal(response.headers.get("allow"), allow);
        assert.equal((await response.json()).code, "method_not_allowed");
      }
    });
  }

  for (const path of [
    "/",
    "/transaction",
    "/transactions/",
    "//transactions",
    `/transactions/${ID}/refund`,
    "/test/transactions",
    "/health",
    "/api/transactions",
    "/Transactions",
  ]) {
    it(`${path} is unknown`, async () => {
      const response = await get(path);
      assert.equal(response.status, 404);
      assert.equal((await response.json()).code, "not_found");
    });
  }

  it("responds at the prefix, and at the root only for health, keys and description", async () => {
    for (const path of [
      "/openapi.json",
      "/.well-known/jwks.json",
      "/health/live",
      "/health/ready",
    ]) {
      assert.equal((await api.request(path)).status, 200, path);
      assert.equal((await api.request(`/api${path}`)).status, 200, path);
    }
    const headers = { "X-API-Key": TEST_KEY };
    assert.equal((await api.request("/transactions", { headers })).status, 404);
    assert.equal((await api.request("/apitransactions", { headers })).status, 404);
    assert.equal((await api.request("/api", { headers })).status, 404);
    const atRoot = createApi(createFakeServices().services, { prefix: "" });
    assert.equal((await atRoot.request("/transactions", { headers })).status, 200);
  });

  it("responds to HEAD without a body", async () => {
    const response = await api.request("/api/health/live", { method: "HEAD" });
    assert.deepEqual([response.status, await response.text()], [200, ""]);
  });
});

describe("credentials", () => {
  const jwt = `Bearer ${JWT}`;
  const unauthorized: [string, Record<string, string>][] = [
    ["none", {}],
    ["an empty key", { "X-API-Key": "" }],
    ["an unknown key", { "X-API-Key": `sk_test_${"u".repeat(43)}` }],
    ["two keys", { "X-API-Key": `${TEST_KEY}, ${LIVE_KEY}` }],
    ["a bad JWT in Authentication", { Authentication: `${jwt}x` }],
    ["a bad JWT in Authorization", { Authorization: `${jwt}x` }],
    ["the key as a password", { Authorization: `Basic ${btoa(`${TEST_KEY}:`)}` }],
    ["an unknown key as a bearer", { Authorization: `Bearer sk_test_${"u".repeat(43)}` }],
    ["two keys as a bearer", { Authorization: `Bearer ${TEST_KEY}, Bearer ${TEST_KEY}` }],
    ["a bearer with two spaces", { Authorization: `Bearer  ${TEST_KEY}` }],
    ["a key without its scheme", { Authorization: TEST_KEY }],
  ];
  const operations: [string, string][] = [
    ["POST", "/auth/verify-apikey"],
    ["POST", "/transactions"],
    ["GET", "/transactions"],
    ["GET", `/transactions/${ID}`],
    ["POST", `/transactions/${ID}/cancel`],
    ["GET", "/events"],
    ["GET", "/events/evt_01kagj3y9be2rvn5q8w0m4tzxh"],
    ["POST", `/test/transactions/${ID}/outcome`],
    ["POST", "/test/clock"],
  ];
  for (const [method, path] of operations) {
    it(`${method} ${path} fails with one text for every invalid one`, async () => {
      const texts = new Set<string>();
      for (const [name, headers] of unauthorized) {
        const response = await api.request(`/api${path}`, { method, headers });
        assert.equal(response.status, 401, name);
        assert.match(response.headers.get("www-authenticate") ?? "", /^ApiKey /);
        const { requestId, detail, ...problem } = await response.json();
        assert.ok(requestId);
        assert.equal(detail, undefined);
        texts.add(JSON.stringify(problem));
      }
      assert.equal(texts.size, 1);
    });

    if (!(method === "POST" && path === "/transactions")) {
      it(`${method} ${path} refuses a valid JWT`, async () => {
        for (const name of ["Authentication", "Authorization"]) {
          const response = await api.request(`/api${path}`, { method, headers: { [name]: jwt } });
          assert.deepEqual([response.status, (await response.json()).code], [401, "unauthorized"]);
        }
      });
    }

    it(`${method} ${path} accepts an API key as a bearer and in X-API-Key`, async () => {
      const inItsHeader = await api.request(`/api${path}`, {
        method,
        headers: { "X-API-Key": TEST_KEY },
      });
      assert.notEqual(inItsHeader.status, 401);
      for (const headers of [
        { Authorization: `Bearer ${TEST_KEY}` },
        { Authorization: `bearer ${TEST_KEY}` },
        { Authentication: `Bearer ${TEST_KEY}` },
      ]) {
        const response = await api.request(`/api${path}`, { method, headers });
        assert.equal(response.status, inItsHeader.status);
      }
    });

    it(`${method} ${path} refuses two at once`, async () => {
      for (const headers of [
        { "X-API-Key": TEST_KEY, Authorization: `Bearer ${TEST_KEY}` },
        { Authentication: jwt, Authorization: `Bearer ${TEST_KEY}` },
        { "X-API-Key": TEST_KEY, Authentication: jwt },
        { "X-API-Key": TEST_KEY, Authorization: jwt },
        { Authentication: jwt, Authorization: jwt },
        { "X-API-Key": "", Authentication: "" },
        { "X-API-Key": TEST_KEY, Authentication: jwt, Authorization: jwt },
      ]) {
        const response = await api.request(`/api${path}`, { method, headers });
        assert.equal(response.status, 400);
        assert.equal((await response.json()).code, "ambiguous_credentials");
      }
    });
  }

  it("are checked before the body is read", async () => {
    const response = await api.request("/api/transactions", {
      method: "POST",
      body: "x".repeat(70_000),
    });
    assert.equal(response.status, 401);
  });

  it("a live key can't choose a test outcome", async () => {
    const path = `/test/transactions/${ID}/outcome`;
    const response = await post(path, '{"outcome":"approve"}', { "X-API-Key": LIVE_KEY });
    assert.deepEqual([response.status, (await response.json()).code], [403, "test_mode_only"]);
  });

  it("a test key chooses the outcome of its transaction, and reads its status", async () => {
    const driven: unknown[] = [];
    const fake = createFakeApi({
      testDriver: {
        drive: async (transaction, outcome, bankId) => {
          driven.push([transaction.id, outcome, bankId]);
          transaction.status = "succeeded";
        },
      },
    });
    const { id } = await (await create(fake)).json();
    const body = '{"outcome":"approve","bankId":"sandbox-savings"}';
    const response = await fake.post(`/test/transactions/${id}/outcome`, body);
    assert.deepEqual([response.status, (await response.json()).status], [200, "succeeded"]);
    assert.deepEqual(driven, [[id, "approve", "sandbox-savings"]]);
    const unknown = await fake.post(`/test/transactions/${ID}/outcome`, body);
    assert.deepEqual([unknown.status, driven.length], [404, 1]);
  });

  it("a test key moves the time if the deployment allows it", async () => {
    const steps: number[] = [];
    const now = "2026-01-15T12:31:00.000Z";
    const advance = async (seconds: number) => {
      steps.push(seconds);
      return new Date(now);
    };
    const fake = createFakeApi({ testClock: { advance } });
    const response = await fake.post("/test/clock", '{"advanceSeconds":1860}');
    assert.deepEqual([response.status, await response.json()], [200, { now }]);
    assert.deepEqual(steps, [1860]);
    for (const step of ["0", "-60", '"60"', "31622401", "1e99", "null"]) {
      const refused = await fake.post("/test/clock", `{"advanceSeconds":${step}}`);
      assert.equal(refused.status, 422, step);
    }
    const live = await fake.post("/test/clock", '{"advanceSeconds":60}', { "X-API-Key": LIVE_KEY });
    assert.deepEqual([live.status, (await live.json()).code], [403, "test_mode_only"]);
    assert.equal(steps.length, 1);
    assert.equal((await post("/test/clock", '{"advanceSeconds":60}')).status, 404);
  });

  it("a test outcome must be a known one", async () => {
    for (const body of ["{}", '{"outcome":"paid"}', '{"outcome":"approve","bankId":"../x"}']) {
      assert.equal((await post(`/test/transactions/${ID}/outcome`, body)).status, 422);
    }
  });
});

describe("failures", () => {
  it("each error of a service keeps its code, text and fields", async () => {
    const fields = [{ path: "iban", message: "is not confirmed" }];
    const response = await create(
      failingWith(new AppError("payee_not_confirmed", { detail: "Not yours.", fields })),
    );
    const { type, title, status, detail, code, errors } = await response.json();
    assert.deepEqual(
      { type, title, status, detail, code, errors },
      {
        type: "urn:bankside:problem:payee_not_confirmed",
        title: "This IBAN is not a confirmed IBAN of the account",
        status: 422,
        detail: "Not yours.",
        code: "payee_not_confirmed",
        errors: fields,
      },
    );
  });

  it("an error of another bundle's copy of the class counts the same", async () => {
    const foreign = Object.assign(new Error("x"), {
      name: "AppError",
      code: "idempotency_in_progress",
      retryAfterSeconds: 1,
    });
    const response = await create(failingWith(foreign));
    assert.deepEqual([response.status, response.headers.get("retry-after")], [409, "1"]);
  });

  it("an unexpected error reveals nothing, and is logged with its stack", async () => {
    const fake = failingWith(new Error("secret of the house at /srv/app.ts"));
    const response = await create(fake);
    const text = await response.text();
    assert.equal(response.status, 500);
    assert.doesNotMatch(text, /secret|srv|\bat\b .*:\d/);
    const logged = fake.logLines
      .map((line) => JSON.parse(line))
      .find(({ msg }) => msg === "internal_error");
    assert.match(logged.err[0].stack, /app\.test\.ts/);
    assert.equal(logged.requestId, JSON.parse(text).requestId);
  });

  it("a thrown value that is no Error is unexpected as well", async () => {
    const fake = failingWith({ message: "canary" });
    const response = await create(fake);
    assert.deepEqual([response.status, (await response.json()).code], [500, "internal_error"]);
    assert.equal(response.headers.get("cache-control"), "no-store");
  });

  it("a database that can't be reached is unavailable for a while", async () => {
    const cause = new AggregateError([
      Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" }),
    ]);
    const error = new Error("Failed query: select $1\nparams: shopper@shop.example", { cause });
    const fake = failingWith(Object.assign(error, { query: "select $1" }));
    const response = await create(fake);
    assert.deepEqual([response.status, response.headers.get("retry-after")], [503, "5"]);
    assert.equal((await response.json()).code, "unavailable");
    assert.doesNotMatch(fake.logLines.join(""), /shopper/);
  });

  it("a response that does not fit the published schema is a server error, and is not sent", async () => {
    const { services } = createFakeServices();
    const list = async () => {
      const [good] = await services.transactions.list({ accountId: "", mode: "test", limit: 1 });
      assert.ok(good);
      return [{ ...good, amount: 0.5 }];
    };
    await createFakeApi(services).post("/transactions", JSON.stringify(GOOD_BODY));
    const fake = createFakeApi({ transactions: { ...services.transactions, list } });
    assert.equal((await fake.get("/transactions")).status, 500);
  });

  it("readiness fails if the services report that, or fail themselves", async () => {
    for (const ready of [async () => false, () => Promise.reject(new Error("down"))]) {
      const fake = createFakeApi({ ready });
      const response = await fake.get("/health/ready");
      assert.deepEqual([response.status, response.headers.get("retry-after")], [503, "5"]);
      assert.equal((await fake.get("/health/live")).status, 200);
    }
  });
});

describe("the log", () => {
  it("has one line for a request, without headers, bodies and secret parameters", async () => {
    const fake = createFakeApi();
    const path = "/transactions?jwt=canary-1&externalId=cart-7";
    await fake.get(path, { Cookie: "canary-2", "X-Request-Id": "req-1" });
    const details = {
      email: "canary-3@shop.example",
      iban: "NL91ABNA0417164300",
      name: "canary-4",
    };
    assert.equal((await fake.post("/auth/verify-apikey", JSON.stringify(details))).status, 200);
    const Authorization = `Bearer ${TEST_KEY}`;
    await fake.api.request("/api/events", { headers: { Authorization } });
    await fake.api.request("/api/events", { headers: { Authorization, Origin: "https://a.test" } });
    assert.equal(fake.logLines.length, 4);
    assert.doesNotMatch(fake.logLines.join(""), /canary|NL91|sk_test/);
    const { requestId, method, url, status, durationMs, accountId } = JSON.parse(
      fake.logLines[0] ?? "",
    );
    assert.deepEqual([requestId, method, status, accountId], ["req-1", "GET", 400, "acct_1"]);
    assert.match(url, /^\/api\/transactions\?jwt=.*redacted.*externalId=cart-7$/);
    assert.equal(typeof durationMs, "number");
  });
});

describe("the handler that opens its services", () => {
  const request = (path: string) => new Request(`http://localhost/api${path}`);

  it("is live but unavailable until its services are created, and then works", async () => {
    let isUp = false;
    const { services } = createFakeServices();
    const handle = createApiHandler(async () => {
      if (!isUp) throw new Error("the database of canary is locked");
      return services;
    }, "/api");
    assert.equal((await handle(request("/health/live"))).status, 200);
    for (const path of ["/health/ready", "/transactions", "/nothing"]) {
      const response = await handle(request(path));
      assert.deepEqual([response.status, response.headers.get("retry-after")], [503, "5"]);
      assert.equal(response.headers.get("cache-control"), "no-store");
      assert.doesNotMatch(await response.text(), /canary/);
    }
    isUp = true;
    assert.equal((await handle(request("/health/ready"))).status, 200);
  });
});

describe("lists", () => {
  it("have pages whose cursor is the last id", async () => {
    const { services } = createFakeServices();
    const asked: Parameters<ApiServices["transactions"]["list"]>[0][] = [];
    const list: ApiServices["transactions"]["list"] = async (filter) => {
      asked.push(filter);
      return services.transactions.list(filter);
    };
    const fake = createFakeApi({ transactions: { ...services.transactions, list } });
    for (const _ of [1, 2, 3]) await fake.post("/transactions", JSON.stringify(GOOD_BODY));
    const first = await (await fake.get("/transactions?limit=2")).json();
    assert.equal(first.data.length, 2);
    assert.equal(first.nextCursor, first.data[1].id);
    const last = await (await fake.get(`/transactions?limit=3&cursor=${first.nextCursor}`)).json();
    assert.equal(last.nextCursor, null);
    assert.equal(asked[0]?.limit, 3);
    assert.equal(asked[1]?.before, first.nextCursor);
    const key: Pick<ApiKey, "accountId" | "mode"> = { accountId: "acct_1", mode: "test" };
    assert.deepEqual(
      asked.map(({ accountId, mode }) => ({ accountId, mode })),
      [key, key],
    );
  });
});
