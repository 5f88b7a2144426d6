import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createApiHandler } from "#lib/api/server/handler.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import {
  createFakeApi,
  createFakeServices,
  DIRECT_BODY,
  GOOD_BODY,
  JWT,
  TEST_KEY,
} from "#lib/testing/fake-api.ts";

const ORIGIN = { Origin: "https://localhost" };
const BEARER = { Authentication: `Bearer ${JWT}`, "Content-Type": "application/json", ...ORIGIN };
const { api, get, post } = createFakeApi();

const corsOf = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith("access-control-")));
const READABLE = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "x-request-id, api-version, retry-after, ratelimit, ratelimit-policy",
};

describe("requests from pages of other origins", () => {
  it("may create with a JWT, as their preflight allows, but not send an API key", async () => {
    const response = await api.request("/api/transactions", {
      method: "OPTIONS",
      headers: {
        ...ORIGIN,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authentication,content-type,x-api-key",
      },
    });
    assert.deepEqual([response.status, await response.text()], [204, ""]);
    assert.deepEqual(corsOf(response), {
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "POST",
      "access-control-allow-headers":
        "authentication, authorization, content-type, idempotency-key, x-client-type",
      "access-control-max-age": "600",
    });
    assert.equal(response.headers.get("cache-control"), "no-store");
    assert.match(response.headers.get("x-request-id") ?? "", /^[\w-]{36}$/);
  });

  it("may read the response, also of every failure", async () => {
    const send = (text: string, headers: Record<string, string> = BEARER, fake = api) =>
      fake.request("/api/transactions", { method: "POST", headers, body: text });
    const failing = (error: unknown) => {
      const { services } = createFakeServices();
      const create = () => Promise.reject(error);
      return createFakeApi({ transactions: { ...services.transactions, create } }).api;
    };
    const good = JSON.stringify(DIRECT_BODY);
    const limit = new AppError("too_many_transactions", { retryAfterSeconds: 60 });
    const responses: [number, Response][] = [
      [201, await send(good)],
      [400, await send("{")],
      [400, await send(good, { ...BEARER, Authorization: `Bearer ${JWT}` })],
      [401, await send(good, ORIGIN)],
      [413, await send("x".repeat(70_000))],
      [415, await send(good, { ...BEARER, "Content-Type": "text/plain" })],
      [422, await send("{}")],
      [429, await send(good, BEARER, failing(limit))],
      [500, await send(good, BEARER, failing(new Error("boom")))],
      [500, await send(good, BEARER, failing("boom"))],
      [503, await send(good, BEARER, failing(new AppError("unavailable")))],
    ];
    for (const [status, response] of responses) {
      assert.deepEqual([response.status, corsOf(response)], [status, READABLE]);
    }
  });

  it("may read nothing else", async () => {
    const id = "txn_01kagj3y9be2rvn5q8w0m4tzxh";
    const responses = [
      await get("/transactions", ORIGIN),
      await get(`/transactions/${id}`, ORIGIN),
      await get("/events", ORIGIN),
      await get("/nothing", ORIGIN),
      await post("/auth/verify-apikey", "{}", ORIGIN),
      await post(`/transactions/${id}/cancel`, "{}", ORIGIN),
      await api.request("/api/transactions", { method: "PUT", headers: ORIGIN }),
    ];
    for (const response of responses) assert.deepEqual(corsOf(response), {});
    for (const path of ["/auth/verify-apikey", `/transactions/${id}`, "/events", "/health/live"]) {
      const response = await api.request(`/api${path}`, { method: "OPTIONS", headers: ORIGIN });
      assert.deepEqual([response.status, corsOf(response)], [405, {}], path);
    }
    const unknown = await api.request("/api/transactions/", { method: "OPTIONS" });
    assert.deepEqual([unknown.status, corsOf(unknown)], [404, {}]);
  });

  it("may read that the service is not ready", async () => {
    const handle = createApiHandler(() => Promise.reject(new Error("locked")), "/api");
    const request = (path: string) =>
      handle(new Request(`http://localhost/api${path}`, { method: "POST", body: "{}" }));
    const response = await request("/transactions");
    assert.deepEqual([response.status, corsOf(response)], [503, READABLE]);
    assert.deepEqual(corsOf(await request("/auth/verify-apikey")), {});
  });

  it("may not send an API key as a bearer, because a preflight can't distinguish it from a JWT", async () => {
    const asBearer = (headers: Record<string, string>) =>
      api.request("/api/transactions", {
        method: "POST",
        headers: {
          Authorization: `Bearer ${TEST_KEY}`,
          "Content-Type": "application/json",
          ...headers,
        },
        body: JSON.stringify(GOOD_BODY),
      });
    assert.equal((await asBearer({})).status, 201);
    const refused = await asBearer(ORIGIN);
    const { code, detail } = await refused.json();
    assert.deepEqual([refused.status, code], [401, "unauthorized"]);
    assert.match(detail, /from your server/);
  });

  it("do not affect API keys of servers, which send no preflight", async () => {
    assert.equal((await post("/transactions", JSON.stringify(GOOD_BODY))).status, 201);
  });
});
