import assert from "node:assert/strict";
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { after, before, describe, it } from "node:test";
import { problemSchema } from "#lib/api/http/problems.ts";
import { AppError, type ErrorCode } from "#lib/platform/failures/errors.ts";
import type { HttpServer } from "#lib/platform/http/server.ts";
import { createFakeServices, GOOD_BODY, LIVE_KEY, TEST_KEY } from "#lib/testing/fake-api.ts";
import { listen } from "./listen.ts";

type Sent = { method?: string; path?: string; headers?: Record<string, string>; body?: string };
type Expected = number | ErrorCode;

const OWN_HOST = "pay.shop.test";
const KEY = { "X-API-Key": TEST_KEY };
const JSON_KEY = { ...KEY, "Content-Type": "application/json" };
const ID = "txn_01kagj3y9be2rvn5q8w0m4tzxh";
const create = (headers: Record<string, string>, body: string): Sent => ({
  method: "POST",
  path: "/api/transactions",
  headers,
  body,
});

const CASES: [name: string, sent: Sent, expected: Expected][] = [
  ["liveness", { path: "/health/live" }, 200],
  ["the description", { path: "/api/openapi.json" }, 200],
  ["a list", { path: "/api/transactions", headers: KEY }, 200],
  ["a creation", create(JSON_KEY, JSON.stringify(GOOD_BODY)), 201],
  ["HEAD of a list", { method: "HEAD", path: "/api/transactions", headers: KEY }, 200],
  ["a preflight", { method: "OPTIONS", path: "/api/transactions" }, 204],
  ["bad JSON", create(JSON_KEY, "{"), "invalid_json"],
  ["no body", create(JSON_KEY, ""), "empty_body"],
  ["a wrong query", { path: "/api/transactions?x=1", headers: KEY }, "invalid_query"],
  [
    "two credentials",
    { path: "/api/events", headers: { ...KEY, Authorization: "Bearer a.b.c" } },
    "ambiguous_credentials",
  ],
  ["no credential", { path: "/api/events" }, "unauthorized"],
  ["HEAD without a credential", { method: "HEAD", path: "/api/events" }, "unauthorized"],
  [
    "a live key for a test",
    {
      method: "POST",
      path: `/api/test/transactions/${ID}/outcome`,
      headers: { ...JSON_KEY, "X-API-Key": LIVE_KEY },
      body: '{"outcome":"approve"}',
    },
    "test_mode_only",
  ],
  ["an unknown path", { path: "/api/nothing" }, "not_found"],
  ["HEAD of an unknown path", { method: "HEAD", path: "/api/nothing" }, "not_found"],
  ["OPTIONS of an unknown path", { method: "OPTIONS", path: "/api/nothing" }, "not_found"],
  ["an unknown transaction", { path: `/api/transactions/${ID}`, headers: KEY }, "not_found"],
  ["a path outside of the API", { path: "/elsewhere" }, "not_found"],
  ["a path that can't be decoded", { path: "/api/transactions/%ff" }, "not_found"],
  ["a method of another operation", { method: "PUT", path: "/api/events" }, "method_not_allowed"],
  ["OPTIONS elsewhere", { method: "OPTIONS", path: "/api/events" }, "method_not_allowed"],
  ["HEAD of a creation", { method: "HEAD", path: "/api/test/clock" }, "method_not_allowed"],
  ["TRACE", { method: "TRACE", path: "/api/transactions" }, "method_not_allowed"],
  ["PROPFIND", { method: "PROPFIND", path: "/api/transactions" }, "method_not_allowed"],
  ["a body over 64 kB", create(JSON_KEY, " ".repeat(70_000)), "body_too_large"],
  ["a body over what the server takes", create(JSON_KEY, " ".repeat(3_000_000)), "body_too_large"],
  ["a body that is no JSON", create(KEY, "a=b"), "unsupported_media_type"],
  ["a wrong field", create(JSON_KEY, "{}"), "invalid_request"],
  [
    "a wrong Idempotency-Key",
    create({ ...JSON_KEY, "Idempotency-Key": "x".repeat(256) }, "{}"),
    "invalid_idempotency_key",
  ],
  [
    "a foreign host",
    { path: "/api/events", headers: { Host: "evil.test" } },
    "misdirected_request",
  ],
  ["a host that is none", { path: "/api/events", headers: { Host: "a@b" } }, "malformed_request"],
  [
    "too many requests",
    { path: "/api/events", headers: { ...KEY, "X-API-Key": "slow" } },
    "too_many_requests",
  ],
  ["an outage", { path: "/api/events", headers: { "X-API-Key": "down" } }, "unavailable"],
  [
    "a fault of ours",
    { path: "/api/events", headers: { "X-API-Key": "broken" } },
    "internal_error",
  ],
];

describe("every response of the API over HTTP", () => {
  let server: HttpServer;
  before(async () => {
    const { services } = createFakeServices();
    const { authenticate } = services.apiKeys;
    const failures: Record<string, Error> = {
      slow: new AppError("too_many_requests"),
      down: new AppError("unavailable"),
      broken: new Error("boom"),
    };
    services.apiKeys.authenticate = async (key) => {
      const failure = failures[key];
      if (failure) throw failure;
      return authenticate(key);
    };
    server = await listen(async () => services, {
      baseUrl: `https://${OWN_HOST}/api`,
      port: 0,
      addresses: ["127.0.0.1"],
      isOwnHost: (host) => host === OWN_HOST,
    });
  });
  after(() => server.drain());

  async function send({ method = "GET", path = "/", headers = {}, body = "" }: Sent) {
    const request = httpRequest({
      host: "127.0.0.1",
      port: server.port,
      method,
      path,
      headers: {
        Host: OWN_HOST,
        ...headers,
        ...(body !== "" && { "Content-Length": String(Buffer.byteLength(body)) }),
      },
      agent: false,
    });
    // The server may not read all of a body that it refuses by length.
    request.on("error", () => {});
    request.end(body);
    const [response] = (await once(request, "response")) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    return {
      status: response.statusCode,
      headers: response.headers,
      text: Buffer.concat(chunks).toString(),
    };
  }

  for (const [name, sent, expected] of CASES) {
    it(`${name}: ${expected}`, async () => {
      const { status, headers, text } = await send(sent);
      assert.match(String(headers["x-request-id"]), /^[0-9a-f-]{36}$/);
      assert.equal(headers["api-version"], "1");
      assert.equal(headers["cache-control"], "no-store");
      assert.equal(headers["x-content-type-options"], "nosniff");
      assert.equal(headers["x-powered-by"], undefined);
      const type = headers["content-type"];
      if (typeof expected === "number") {
        assert.equal(status, expected);
        assert.equal(type, expected === 204 ? undefined : "application/json");
        return;
      }
      assert.equal(type, "application/problem+json");
      const retries = ["too_many_requests", "unavailable"].includes(expected);
      assert.equal(headers["retry-after"] !== undefined, retries);
      if (sent.method === "HEAD") assert.equal(text, "");
      else {
        const problem = problemSchema.parse(JSON.parse(text));
        assert.deepEqual([problem.code, problem.status], [expected, status]);
        assert.equal(problem.requestId, headers["x-request-id"]);
      }
    });
  }
});
