import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { problemSchema } from "#lib/api/http/problems.ts";
import {
  createFakeApi,
  createFakeTokens,
  DIRECT_BODY,
  GOOD_BODY,
  JWT,
  TEST_KEY,
} from "#lib/testing/fake-api.ts";

const { api } = createFakeApi();

const send = (text: string | undefined, headers: Record<string, string>) =>
  api.request("/api/transactions", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    ...(text !== undefined && { body: text }),
  });
const post = (text: string, headers: Record<string, string> = {}) =>
  send(text, { Authentication: `Bearer ${JWT}`, ...headers });
const body = (fields: object) => JSON.stringify({ ...DIRECT_BODY, ...fields });
const raw = (fields: string) => `{"currency":"EUR","source":"sdk_integration",${fields}}`;

async function problemOf(response: Response) {
  assert.match(response.headers.get("content-type") ?? "", /^application\/problem\+json/);
  const problem = problemSchema.parse(await response.json());
  assert.equal(problem.status, response.status);
  return problem;
}

describe("fields of a creation with a JWT that are refused with 422", () => {
  const cases: [string, string, string][] = [
    ["a string amount", raw('"amount":"12.50"'), "amount"],
    ["a fraction", raw('"amount":12.5'), "amount"],
    ["an exponent", raw('"amount":1e3'), "amount"],
    ["zero", raw('"amount":0'), "amount"],
    ["one above the bound", raw('"amount":100000000000'), "amount"],
    ["no amount", raw('"metadata":{}'), "amount"],
    ["amount and Amount", raw('"amount":10,"Amount":10'), "Amount"],
    ["currency and Currency", raw('"amount":10,"Currency":"EUR"'), "Currency"],
    ["no currency", '{"amount":10,"source":"sdk_integration"}', "currency"],
    ["another currency", body({ currency: "USD" }), "currency"],
    ["a lower-case currency", body({ currency: "eur" }), "currency"],
    ["a null currency", body({ currency: null }), "currency"],
    ["no source", JSON.stringify({ amount: 10, currency: "EUR" }), "source"],
    ["another source", body({ source: "web" }), "source"],
    ["a source in capitals", body({ source: "SDK_INTEGRATION" }), "source"],
    ["an empty source", body({ source: "" }), "source"],
    ["a null source", body({ source: null }), "source"],
    ["Source", body({ Source: "sdk_integration" }), "Source"],
    ["an empty externalId", body({ externalId: "" }), "externalId"],
    ["a null externalId", body({ externalId: null }), "externalId"],
    ["an externalId of 129 characters", body({ externalId: "x".repeat(129) }), "externalId"],
    ["metadata as text", body({ metadata: "x" }), "metadata"],
    ["a successUrl", body({ successUrl: "https://shop.example/" }), "successUrl"],
    ["a failureUrl", body({ failureUrl: "https://shop.example/" }), "failureUrl"],
    ["a cancelUrl", body({ cancelUrl: "https://shop.example/" }), "cancelUrl"],
    ["lines of another sum", body({ lines: [{ name: "a", quantity: 1, unitAmount: 1 }] }), "lines"],
    ["a processingUrl", body({ processingUrl: "https://shop.example/" }), "processingUrl"],
    ["a payee", body({ payee: { iban: "NL91ABNA0417164300" } }), "payee"],
    ["a null successUrl", body({ successUrl: null }), "successUrl"],
    ["an app's address as successUrl", body({ successUrl: "myapp://done" }), "successUrl"],
    ["the address the webview returns to", body({ "redirect-url": "myapp" }), "redirect-url"],
    ["an account", body({ accountId: "acct_1" }), "accountId"],
    ["a payee", body({ iban: "NL91ABNA0417164300" }), "iban"],
    ["__proto__ as a field", raw('"amount":1,"__proto__":{"x":1}'), "__proto__"],
  ];
  for (const [name, text, path] of cases) {
    it(name, async () => {
      const problem = await problemOf(await post(text));
      assert.deepEqual([problem.status, problem.code], [422, "invalid_request"]);
      const paths = problem.errors?.map((field) => field.path);
      assert.deepEqual(paths, [path]);
    });
  }

  it("lists all missing fields at once, and explains why web addresses are refused", async () => {
    const missing = await problemOf(await post("{}"));
    assert.deepEqual(missing.errors, [
      { path: "amount", message: "is required" },
      { path: "currency", message: "is required" },
      { path: "source", message: "is required" },
    ]);
    const refused = await problemOf(await post(body({ successUrl: "https://shop.example/" })));
    assert.match(refused.errors?.[0]?.message ?? "", /^needs an API key: /);
  });
});

describe("a creation with a JWT", () => {
  for (const [name, text] of [
    ["the least", JSON.stringify(DIRECT_BODY)],
    ["both capitalised spellings", '{"Amount":1,"Currency":"EUR","source":"sdk_integration"}'],
    ["an externalId and metadata", body({ externalId: "cart-1", metadata: { a: { b: 1 } } })],
  ] as const) {
    it(`accepts ${name}`, async () => {
      const response = await post(text);
      assert.equal(response.status, 201);
      const created = await response.json();
      assert.match(created.redirectUrl, /\/secure\?token=/);
      assert.equal("reference" in created, false);
    });
  }

  it("refuses the body of a creation with an API key, and vice versa", async () => {
    assert.equal((await post(JSON.stringify(GOOD_BODY))).status, 422);
    const key = { "X-API-Key": TEST_KEY };
    assert.equal((await send(body({ externalId: "a" }), key)).status, 422);
  });

  it("reads body and headers as strictly as with an API key", async () => {
    const problems: [Response, number, string][] = [
      [await post(""), 400, "empty_body"],
      [await post("{"), 400, "invalid_json"],
      [await post("[]"), 422, "invalid_request"],
      [await post("x".repeat(70_000)), 413, "body_too_large"],
      [await post(body({}), { "Content-Type": "text/plain" }), 415, "unsupported_media_type"],
      [await post(body({}), { "Idempotency-Key": "" }), 400, "invalid_idempotency_key"],
      [await post(body({}), { "X-Client-Type": "a b" }), 422, "invalid_request"],
    ];
    for (const [response, status, code] of problems) {
      const problem = await problemOf(response);
      assert.deepEqual([problem.status, problem.code], [status, code]);
    }
  });

  it("checks the JWT before it reads the body", async () => {
    assert.equal((await send("x".repeat(70_000), { Authentication: "Bearer no" })).status, 401);
  });

  it("never causes a server error, with any body", async () => {
    const names = [
      "amount",
      "Amount",
      "currency",
      "source",
      "externalId",
      "metadata",
      "successUrl",
    ];
    const values = fc.oneof(fc.jsonValue(), fc.nat(), fc.constantFrom("EUR", "sdk_integration"));
    const bodies = fc.oneof(
      fc.json(),
      fc.dictionary(fc.constantFrom(...names), values).map((fields) => JSON.stringify(fields)),
    );
    await fc.assert(
      fc.asyncProperty(bodies, async (text) => {
        const response = await post(text);
        assert.ok(response.status < 500, `${response.status} for ${text}`);
      }),
    );
  });
});

describe("the header of a JWT", () => {
  const refused = [
    "",
    "Bearer",
    "Bearer ",
    JWT,
    `Bearer  ${JWT}`,
    `Bearer\t${JWT}`,
    `Bearer:${JWT}`,
    `Bearer ${JWT} `.concat("x"),
    `Bearer ${JWT}, Bearer ${JWT}`,
    `Bearer ${JWT},`,
    `Bearer "${JWT}"`,
    `Bearer token=${JWT}`,
    `Bearer Bearer ${JWT}`,
    `Token ${JWT}`,
    `JWT ${JWT}`,
    `Basic ${btoa(`user:${JWT}`)}`,
    `Bearer sk_test_${"u".repeat(43)}`,
  ];
  for (const name of ["Authentication", "Authorization"]) {
    for (const value of refused) {
      it(`${name}: ${value} is refused`, async () => {
        const { requestId: _requestId, ...problem } = await problemOf(
          await send(JSON.stringify(DIRECT_BODY), { [name]: value }),
        );
        assert.deepEqual(problem, {
          type: "urn:bankside:problem:unauthorized",
          title: "Missing or invalid API key or JWT (X-API-Key or Authorization header)",
          status: 401,
          code: "unauthorized",
        });
      });
    }

    for (const scheme of ["Bearer", "bearer", "BEARER"]) {
      it(`${name} accepts ${scheme}`, async () => {
        const response = await send(JSON.stringify(DIRECT_BODY), { [name]: `${scheme} ${JWT}` });
        assert.equal(response.status, 201);
      });
    }
  }

  it("is not verified if its form is invalid, or if it is an API key", async () => {
    const asked: string[] = [];
    const tokens = {
      ...createFakeTokens(),
      verify: async (jwt: string) => {
        asked.push(jwt);
        return undefined;
      },
    };
    const fake = createFakeApi({ tokens });
    for (const value of [...refused, `bearer ${JWT}`]) {
      const headers = { Authorization: value };
      await fake.api.request("/api/transactions", { method: "POST", headers });
    }
    assert.deepEqual(asked, [JWT]);
  });
});
