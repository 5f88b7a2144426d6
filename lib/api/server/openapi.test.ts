import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { z } from "zod";
import { ERRORS } from "#lib/platform/failures/errors.ts";
import { publishedSchemas } from "#lib/testing/documented-responses.ts";
import { createFakeApi, DIRECT_BODY, GOOD_BODY, JWT } from "#lib/testing/fake-api.ts";

type Answer = { content: Record<string, { schema: object; example: unknown }> };
type Operation = {
  operationId: string;
  summary: string;
  security: Record<string, unknown>[];
  requestBody?: { content: Answer["content"] };
  responses: Record<string, Answer>;
};
type Document = {
  openapi: string;
  servers: unknown;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
};

const { api, post, get } = createFakeApi();
const document: Document = await (await api.request("/openapi.json")).json();
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

const published = publishedSchemas(document);

function schemaOf(path: string, method: string, status: number, type: string) {
  const content = document.paths[path]?.[method]?.responses[status]?.content[type];
  assert.ok(content, `${method} ${path} ${status} ${type} is not documented`);
  return published(content.schema);
}

describe("the published document", () => {
  it("is OpenAPI 3.1 at the configured address", () => {
    assert.equal(document.openapi, "3.1.0");
    assert.deepEqual(document.servers, [{ url: "http://localhost:3000/api" }]);
  });

  it("documents every operation of the interface", () => {
    assert.deepEqual(
      operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`).sort(),
      [
        "DELETE /webhook-endpoints/{id}",
        "GET /.well-known/jwks.json",
        "GET /events",
        "GET /events/{id}",
        "GET /health/live",
        "GET /health/ready",
        "GET /openapi.json",
        "GET /payment-links",
        "GET /payment-links/{id}",
        "GET /refunds",
        "GET /refunds/{id}",
        "GET /reports/{date}",
        "GET /statements/{id}",
        "GET /transactions",
        "GET /transactions/{id}",
        "GET /transactions/{id}/refunds",
        "GET /webhook-endpoints",
        "GET /webhook-endpoints/{id}",
        "PATCH /webhook-endpoints/{id}",
        "POST /auth/verify-apikey",
        "POST /payment-links",
        "POST /payment-links/{id}/stop",
        "POST /refunds/{id}/cancel",
        "POST /statements",
        "POST /test/clock",
        "POST /test/transactions/{id}/outcome",
        "POST /transactions",
        "POST /transactions/{id}/cancel",
        "POST /transactions/{id}/refunds",
        "POST /webhook-endpoints",
        "POST /webhook-endpoints/{id}/secret",
        "POST /webhook-endpoints/{id}/test",
      ],
    );
    const ids = operations.map(({ operation }) => operation.operationId);
    assert.equal(new Set(ids).size, ids.length);
  });

  it("documents every error code", () => {
    const problem = z
      .object({ properties: z.object({ code: z.object({ enum: z.array(z.string()) }) }) })
      .parse(document.components.schemas["Problem"]);
    assert.deepEqual(problem.properties.code.enum, Object.keys(ERRORS));
  });

  it("has no references outside of itself", () => {
    const refs = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g);
    for (const [, name = ""] of refs) assert.ok(document.components.schemas[name], name);
  });

  it("describes every credential that an operation names, and a JWT only for the creation", () => {
    const { apiKey, jwt, bearer } = document.components.securitySchemes;
    assert.partialDeepStrictEqual(
      { apiKey, jwt, bearer },
      {
        apiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
        jwt: { type: "apiKey", in: "header", name: "Authentication" },
        bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
      },
    );
    for (const { path, method, operation } of operations) {
      if (operation.security.length === 0) continue;
      const names = operation.security.flatMap((one) => Object.keys(one));
      const isCreation = path === "/transactions" && method === "post";
      assert.deepEqual(names, isCreation ? ["apiKey", "jwt", "bearer"] : ["apiKey"]);
    }
  });

  it("has patterns that regular expression engines of other languages read identically", () => {
    const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)];
    assert.ok(patterns.length > 5);
    for (const [, pattern = ""] of patterns) {
      const text = z.string().parse(JSON.parse(pattern));
      assert.match(text, /^\^.*\$$/);
      assert.doesNotThrow(() => [new RegExp(text), new RegExp(text, "u")], text);
      // Python has no \p, Go and Rust have no look-around, PCRE has no \u.
      assert.doesNotMatch(text, /\\[pPu]|\(\?[=!<]/);
    }
  });

  for (const { path, method, operation } of operations) {
    const name = `${method.toUpperCase()} ${path}`;

    it(`${name} exists`, async () => {
      const response = await api.request(
        `/api${path.replace("{id}", "txn_01kagj3y9be2rvn5q8w0m4tzxh")}`,
        { method: method.toUpperCase() },
      );
      assert.equal(response.status, operation.security.length > 0 ? 401 : 200);
      assert.ok(operation.responses[response.status]);
      assert.ok(operation.summary);
    });

    it(`${name} has examples that fit their schemas`, () => {
      const contents = [operation.requestBody, ...Object.values(operation.responses)].flatMap(
        (part) => Object.values(part?.content ?? {}),
      );
      assert.ok(contents.length > 0);
      for (const { schema, example } of contents) published(schema).assertFits(example);
    });
  }
});

describe("the document distinguishes the two bodies of a creation", () => {
  const schema = (name: string) => published(document.components.schemas[name]);
  const direct = schema("DirectTransactionCreation");
  const headers = { Authentication: `Bearer ${JWT}`, "Content-Type": "application/json" };
  const cases: [object, boolean][] = [
    [DIRECT_BODY, true],
    [{ ...DIRECT_BODY, externalId: "a", metadata: { b: 1 } }, true],
    [{ ...DIRECT_BODY, currency: "USD" }, false],
    [{ ...DIRECT_BODY, source: "web" }, false],
    [{ ...DIRECT_BODY, unknown: 1 }, false],
    [{ ...DIRECT_BODY, successUrl: "https://shop.example/" }, false],
    [GOOD_BODY, false],
  ];
  for (const [value, isGood] of cases) {
    it(`${isGood ? "accepts" : "refuses"} ${JSON.stringify(value)} with a JWT`, async () => {
      assert.equal(direct.fits(value), isGood);
      const response = await api.request("/api/transactions", {
        method: "POST",
        headers,
        body: JSON.stringify(value),
      });
      assert.equal(response.status, isGood ? 201 : 422);
      if (isGood) {
        const type = response.headers.get("content-type") ?? "";
        schemaOf("/transactions", "post", 201, type).assertFits(await response.json());
      }
    });
  }

  it("has an example for a JWT that fits", () => {
    const component = z.object({ example: z.unknown() });
    const { example } = component.parse(document.components.schemas["DirectTransactionCreation"]);
    direct.assertFits(example);
  });
});

describe("responses fit the published document", () => {
  const good = JSON.stringify(GOOD_BODY);
  const txn = "/transactions/{id}";
  const requests: [string, string, number, () => Response | Promise<Response>][] = [
    ["/transactions", "post", 201, () => post("/transactions", good)],
    ["/transactions", "post", 422, () => post("/transactions", "{}")],
    ["/transactions", "post", 400, () => post("/transactions", "{")],
    ["/transactions", "post", 401, () => api.request("/api/transactions", { method: "POST" })],
    ["/transactions", "post", 413, () => post("/transactions", "x".repeat(70_000))],
    ["/transactions", "post", 415, () => post("/transactions", good, { "Content-Type": "a/b" })],
    ["/transactions", "get", 200, () => get("/transactions")],
    ["/transactions", "get", 400, () => get("/transactions?x=1")],
    [txn, "get", 404, () => get("/transactions/txn_1")],
    [
      txn,
      "get",
      200,
      async () => get(`/transactions/${(await (await post("/transactions", good)).json()).id}`),
    ],
    ["/auth/verify-apikey", "post", 200, () => post("/auth/verify-apikey", "{}")],
    ["/events", "get", 200, () => get("/events")],
    ["/events/{id}", "get", 404, () => get("/events/evt_1")],
    ["/health/live", "get", 200, () => get("/health/live")],
    ["/health/ready", "get", 200, () => get("/health/ready")],
    ["/.well-known/jwks.json", "get", 200, () => get("/.well-known/jwks.json")],
  ];
  for (const [path, method, status, send] of requests) {
    it(`${method.toUpperCase()} ${path} ${status}`, async () => {
      const response = await send();
      assert.equal(response.status, status);
      const type = response.headers.get("content-type") ?? "";
      schemaOf(path, method, status, type).assertFits(await response.json());
    });
  }
});

describe("the document accepts and refuses the same as the API", () => {
  const body = published(document.components.schemas["TransactionCreation"]);
  const cases: [object, boolean][] = [
    [GOOD_BODY, true],
    [{ ...GOOD_BODY, metadata: { a: [1, { b: null }] } }, true],
    [{ ...GOOD_BODY, amount: 0 }, false],
    [{ ...GOOD_BODY, amount: "10" }, false],
    [{ ...GOOD_BODY, amount: 1.5 }, false],
    [{ ...GOOD_BODY, currency: "eur" }, false],
    [{ ...GOOD_BODY, currency: "EUX" }, false],
    [{ ...GOOD_BODY, currency: "XCG" }, true],
    [{ ...GOOD_BODY, source: "sdk_integration" }, false],
    [{ ...GOOD_BODY, externalId: "" }, false],
    [{ ...GOOD_BODY, unknown: 1 }, false],
    [{ amount: 1, currency: "EUR" }, false],
  ];
  for (const [value, isGood] of cases) {
    it(`${isGood ? "accepts" : "refuses"} ${JSON.stringify(value)}`, async () => {
      assert.equal(body.fits(value), isGood);
      assert.equal((await post("/transactions", JSON.stringify(value))).status, isGood ? 201 : 422);
    });
  }
});

describe("the document accepts and refuses the same as the exchange for a JWT", () => {
  const body = published(document.components.schemas["TokenRequest"]);
  const iban = "NL91ABNA0417164300";
  const cases: [object, boolean][] = [
    [{}, true],
    [{ iban, name: "Ada" }, true],
    [{ iban: "nl91 abna 0417 1643 00" }, true],
    [{ name: "Ada" }, false],
    [{ iban: "NL91" }, false],
    [{ iban: `${iban}\n` }, false],
    [{ iban, name: "" }, false],
    [{ unknown: 1 }, false],
  ];
  for (const [value, isGood] of cases) {
    it(`${isGood ? "accepts" : "refuses"} ${JSON.stringify(value)}`, async () => {
      assert.equal(body.fits(value), isGood);
      const response = await post("/auth/verify-apikey", JSON.stringify(value));
      assert.equal(response.status, isGood ? 200 : 422);
    });
  }
});
