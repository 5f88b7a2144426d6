import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { problemSchema } from "#lib/api/http/problems.ts";
import { anyCharacter } from "#lib/testing/any-character.ts";
import {
  createFakeApi,
  createFakeTokens,
  GOOD_BODY,
  JWT,
  LIVE_KEY,
  TEST_KEY,
} from "#lib/testing/fake-api.ts";

const { api, post, get } = createFakeApi();

async function problemOf(response: Response) {
  const text = await response.text();
  assert.match(response.headers.get("content-type") ?? "", /^application\/problem\+json/, text);
  const problem = problemSchema.parse(JSON.parse(text));
  assert.equal(problem.status, response.status);
  assert.equal(problem.requestId, response.headers.get("x-request-id"));
  return problem;
}

const body = (fields: object) => JSON.stringify({ ...GOOD_BODY, ...fields });
const raw = (fields: string) => `{"currency":"EUR","externalId":"c",${fields}}`;
const line = (fields: object) => ({ name: "Book", quantity: 1, unitAmount: 1250, ...fields });
const nested = (depth: number): object => (depth === 0 ? {} : { a: nested(depth - 1) });
const manyKeys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));

describe("fields of a creation that are refused with 422", () => {
  const cases: [string, string, string][] = [
    ["a string amount", raw('"amount":"10"'), "amount"],
    ["a fraction", raw('"amount":1.5'), "amount"],
    ["an exponent", raw('"amount":1e3'), "amount"],
    ["an exponent under the other spelling", raw('"Amount":1E3'), "Amount"],
    ["an exponent under an escaped name", raw('"\\u0061mount":1e3'), "amount"],
    ["a decimal point", raw('"amount":10.0'), "amount"],
    ["zero", raw('"amount":0'), "amount"],
    ["minus zero", raw('"amount":-0'), "amount"],
    ["a negative amount", raw('"amount":-1'), "amount"],
    ["2^53", raw('"amount":9007199254740992'), "amount"],
    ["one above the bound", raw('"amount":100000000000'), "amount"],
    ["an amount beyond doubles", raw('"amount":1e999'), "amount"],
    ["a null amount", raw('"amount":null'), "amount"],
    ["a boolean amount", raw('"amount":true'), "amount"],
    ["an amount in a list", raw('"amount":[10]'), "amount"],
    ["no amount", '{"currency":"EUR","externalId":"c"}', "amount"],
    ["amount twice", raw('"amount":10,"amount":10'), "amount"],
    ["amount and Amount", raw('"amount":10,"Amount":10'), "Amount"],
    ["currency and Currency", raw('"amount":10,"Currency":"EUR"'), "Currency"],
    ["an unknown currency", body({ currency: "EUX" }), "currency"],
    ["a withdrawn currency", body({ currency: "BGN" }), "currency"],
    ["a lower-case currency", body({ currency: "eur" }), "currency"],
    ["a number as currency", body({ currency: 978 }), "currency"],
    ["no externalId", '{"amount":10,"currency":"EUR"}', "externalId"],
    ["an empty externalId", body({ externalId: "" }), "externalId"],
    ["an externalId of 129 characters", body({ externalId: "x".repeat(129) }), "externalId"],
    ["a newline in externalId", body({ externalId: "a\nb" }), "externalId"],
    ["U+0000 in externalId", body({ externalId: "a\0b" }), "externalId"],
    ["half a surrogate pair in externalId", raw('"amount":1,"externalId":"\\ud800"'), "externalId"],
    ["a direction override in externalId", body({ externalId: "a\u202eb" }), "externalId"],
    ["a numeric externalId", body({ externalId: 7 }), "externalId"],
    ["javascript:", body({ successUrl: "javascript:alert(1)" }), "successUrl"],
    ["another scheme", body({ failureUrl: "ftp://shop.example/" }), "failureUrl"],
    ["a script as cancelUrl", body({ cancelUrl: "javascript:alert(1)" }), "cancelUrl"],
    ["an empty description", body({ description: "" }), "description"],
    ["a description of 141 characters", body({ description: "x".repeat(141) }), "description"],
    ["a newline in description", body({ description: "a\nb" }), "description"],
    ["no lines", body({ lines: [] }), "lines"],
    ["101 lines", body({ lines: Array(101).fill(line({ unitAmount: 0 })) }), "lines"],
    [
      "lines of over 16 kB",
      body({ lines: Array(100).fill(line({ name: "Ω".repeat(120) })) }),
      "lines",
    ],
    ["lines that come to one less", body({ lines: [line({ unitAmount: 1249 })] }), "lines"],
    [
      "a line of 10^17",
      body({ lines: [line({ quantity: 1e6, unitAmount: 99999999999 })] }),
      "lines.0",
    ],
    ["a quantity of 0", body({ lines: [line({ quantity: 0 })] }), "lines.0.quantity"],
    ["a negative quantity", body({ lines: [line({ quantity: -1 })] }), "lines.0.quantity"],
    ["half a piece", body({ lines: [line({ quantity: 0.5 })] }), "lines.0.quantity"],
    [
      "a unitAmount as a string",
      body({ lines: [line({ unitAmount: "1250" })] }),
      "lines.0.unitAmount",
    ],
    ["a line without a name", body({ lines: [line({ name: undefined })] }), "lines.0.name"],
    ["a line with another field", body({ lines: [line({ sku: "a" })] }), "lines.0.sku"],
    ["a language with an underscore", body({ locale: "de_AT" }), "locale"],
    ["an empty language", body({ locale: "" }), "locale"],
    ["an expiry without an offset", body({ expiresAt: "2026-11-21T09:30:00" }), "expiresAt"],
    ["an expiry as a number", body({ expiresAt: 1795881605 }), "expiresAt"],
    ["plain http", body({ processingUrl: "http://shop.example/" }), "processingUrl"],
    ["user info", body({ successUrl: "https://good@evil.example/" }), "successUrl"],
    ["http to another host", body({ successUrl: "http://shop.example/" }), "successUrl"],
    ["a relative URL", body({ successUrl: "/thanks" }), "successUrl"],
    ["a null URL", body({ successUrl: null }), "successUrl"],
    ["metadata as text", body({ metadata: "x" }), "metadata"],
    ["metadata as a list", body({ metadata: [] }), "metadata"],
    ["null metadata", body({ metadata: null }), "metadata"],
    ["metadata over 8 kB", body({ metadata: { a: "x".repeat(8192) } }), "metadata"],
    ["51 keys", body({ metadata: manyKeys(51) }), "metadata"],
    ["51 keys over two levels", body({ metadata: { a: manyKeys(50) } }), "metadata"],
    ["six levels", body({ metadata: nested(5) }), "metadata"],
    ["six levels of lists", raw('"amount":1,"metadata":{"a":[[[[[]]]]]}'), "metadata"],
    ["U+0000 in metadata", body({ metadata: { a: "\0" } }), "metadata"],
    ["U+0000 in a metadata key", body({ metadata: { "\0": 1 } }), "metadata"],
    ["half a surrogate pair in metadata", raw('"amount":1,"metadata":{"a":"\\udfff"}'), "metadata"],
    ["a number that loses digits", raw('"amount":1,"metadata":{"a":9007199254740993}'), "metadata"],
    [
      "a fraction that loses digits",
      raw('"amount":1,"metadata":{"a":[0.1234567890123456789]}'),
      "metadata",
    ],
    ["a number that becomes 0", raw('"amount":1,"metadata":{"a":{"b":1e-400}}'), "metadata"],
    ["a number beyond doubles", raw('"amount":1,"metadata":{"a":1e999}'), "metadata"],
    ["__proto__ in metadata", raw('"amount":1,"metadata":{"__proto__":{"x":1}}'), "metadata"],
    ["a key twice in metadata", raw('"amount":1,"metadata":{"a":{"b":1,"b":1}}'), "metadata.a.b"],
    ["__proto__ as a field", raw('"amount":1,"__proto__":{"x":1}'), "__proto__"],
    ["constructor as a field", raw('"amount":1,"constructor":1'), "constructor"],
    ["an unknown field", body({ ammount: 1 }), "ammount"],
    ["source with an API key", body({ source: "sdk_integration" }), "source"],
  ];
  for (const [name, text, path] of cases) {
    it(name, async () => {
      const problem = await problemOf(await post("/transactions", text));
      assert.equal(problem.status, 422);
      assert.equal(problem.code, "invalid_request");
      assert.ok(
        problem.errors?.some((field) => field.path === path),
        JSON.stringify(problem.errors),
      );
      assert.equal(({} as Record<string, unknown>)["x"], undefined);
    });
  }

  it("names all wrong fields at once", async () => {
    const problem = await problemOf(await post("/transactions", "{}"));
    assert.deepEqual(problem.errors, [
      { path: "amount", message: "is required" },
      { path: "currency", message: "is required" },
      { path: "externalId", message: "is required" },
    ]);
  });

  it("reports when a currency was withdrawn", async () => {
    for (const [currency, day] of [
      ["ANG", "2025-03-31"],
      ["BGN", "2026-01-01"],
      ["CUC", "2021-01-01"],
    ]) {
      const problem = await problemOf(await post("/transactions", body({ currency })));
      const message = `must be a current currency: ${currency} was withdrawn on ${day}`;
      assert.deepEqual(problem.errors, [{ path: "currency", message }]);
    }
  });

  it("http to a local host in live mode, which test mode accepts", async () => {
    const urls = ["http://localhost:4000/thanks", "http://192.168.1.5:8080/", "http://shop.test/"];
    const fields = ["successUrl", "failureUrl", "processingUrl", "cancelUrl"];
    for (const [path, url] of fields.flatMap((path) => urls.map((url) => [path, url] as const))) {
      const text = body({ [path]: url });
      assert.equal((await post("/transactions", text)).status, 201);
      const live = await post("/transactions", text, { "X-API-Key": LIVE_KEY });
      const { errors } = await problemOf(live);
      assert.deepEqual(errors, [{ path, message: "must be https in live mode" }]);
    }
  });
});

describe("fields of a creation that are taken", () => {
  const cases: [string, string][] = [
    ["both capitalised spellings", '{"Amount":1250,"Currency":"EUR","externalId":"c"}'],
    ["the smallest amount", body({ amount: 1 })],
    ["the largest amount", body({ amount: 99_999_999_999 })],
    ["a currency without decimals", body({ currency: "JPY" })],
    ["an externalId of 128 characters", body({ externalId: "ü".repeat(128) })],
    ["an externalId with spaces around, as given", body({ externalId: " a b " })],
    [
      "a discount, a gift and a rounding line",
      body({
        lines: [
          line({ quantity: 3, unitAmount: 500 }),
          line({ unitAmount: -251 }),
          line({ unitAmount: 0 }),
          line({ unitAmount: 1 }),
        ],
      }),
    ],
    ["a language that is not offered", body({ locale: "ja-JP" })],
    ["an expiry in another zone", body({ expiresAt: "2026-11-21T10:30:00+01:00" })],
    ["50 keys", body({ metadata: manyKeys(50) })],
    ["five levels", body({ metadata: nested(4) })],
    [
      "constructor in metadata, as plain data",
      body({ metadata: { constructor: { prototype: 1 } } }),
    ],
    ["a large round number in metadata", raw('"amount":1,"metadata":{"a":1E22}')],
    [
      "numbers in metadata in another spelling",
      raw('"amount":1,"metadata":{"a":[1.0,0.10,1e2,-0.0]}'),
    ],
    ["an exponent in metadata", raw('"amount":1,"metadata":{"amount":1e3}')],
    ["white space around", `\n ${body({})} \t`],
  ];
  for (const [name, text] of cases) {
    it(name, async () => {
      const response = await post("/transactions", text);
      assert.equal(response.status, 201, await response.clone().text());
    });
  }

  it("keeps metadata as given", async () => {
    const metadata = { a: [1, "ü", null, true, { b: "😀" }], constructor: 1, "": 0.1 };
    const created = await (await post("/transactions", body({ metadata }))).json();
    const read = await (await get(`/transactions/${created.id}`)).json();
    assert.deepEqual(read.metadata, metadata);
  });
});

describe("bodies that are refused before their fields", () => {
  const deep = `{"a":${"[".repeat(30_000)}${"]".repeat(30_000)}}`;
  const cases: [string, string, number, string][] = [
    ["an empty body", "", 400, "empty_body"],
    ["white space", " \n", 400, "empty_body"],
    ["broken JSON", '{"amount":', 400, "invalid_json"],
    ["a trailing comma", '{"amount":1,}', 400, "invalid_json"],
    ["a comment", "{/* x */}", 400, "invalid_json"],
    ["two documents", "{}{}", 400, "invalid_json"],
    ["NaN", '{"amount":NaN}', 400, "invalid_json"],
    ["a list", "[]", 422, "invalid_request"],
    ["a text", '"x"', 422, "invalid_request"],
    ["null", "null", 422, "invalid_request"],
    ["a number", "1", 422, "invalid_request"],
    ["30 000 nested lists", deep, 422, "invalid_request"],
    ["30 000 open lists", "[".repeat(30_000), 422, "invalid_request"],
    ["an endless text", `"${'\\"'.repeat(30_000)}`, 400, "invalid_json"],
    ["100 000 nested lists", "[".repeat(100_000), 413, "body_too_large"],
    ["1 MB", body({ metadata: { a: "x".repeat(1024 * 1024) } }), 413, "body_too_large"],
  ];
  for (const path of ["/transactions", "/auth/verify-apikey"]) {
    for (const [name, text, status, code] of cases) {
      it(`${name} at ${path}`, async () => {
        const problem = await problemOf(await post(path, text));
        assert.deepEqual([problem.status, problem.code], [status, code]);
      });
    }
  }

  it("as many keys as fit, with a response that does not grow with them", async () => {
    const keys = Object.fromEntries(Array.from({ length: 6000 }, (_, index) => [`k${index}`, 1]));
    for (const text of [JSON.stringify(keys), body({ metadata: keys })]) {
      const response = await post("/transactions", text);
      assert.equal(response.status, 422);
      assert.ok((await response.text()).length < 4096);
    }
  });

  it("a body that is not UTF-8", async () => {
    const response = await api.request("/api/transactions", {
      method: "POST",
      headers: { "X-API-Key": TEST_KEY, "Content-Type": "application/json" },
      body: Buffer.from(body({ externalId: "cart-\xff" }), "latin1"),
    });
    assert.equal((await problemOf(response)).code, "invalid_json");
  });

  it("a body of unknown length, which is counted", async () => {
    let pulled = 0;
    const endless = new ReadableStream({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(16 * 1024).fill(0x20));
      },
    });
    const response = await api.request("/api/transactions", {
      method: "POST",
      headers: { "X-API-Key": TEST_KEY, "Content-Type": "application/json" },
      body: endless,
      duplex: "half",
    } as RequestInit);
    assert.equal((await problemOf(response)).code, "body_too_large");
    assert.ok(pulled < 10, `read on: ${pulled} chunks`);
  });

  it("a body whose sender disconnects", async () => {
    const broken = new ReadableStream({
      pull(controller) {
        controller.error(Object.assign(new Error("aborted"), { code: "ECONNRESET" }));
      },
    });
    const response = await api.request("/api/transactions", {
      method: "POST",
      headers: { "X-API-Key": TEST_KEY, "Content-Type": "application/json" },
      body: broken,
      duplex: "half",
    } as RequestInit);
    assert.equal((await problemOf(response)).code, "invalid_json");
  });
});

describe("content types", () => {
  for (const type of [
    "application/json",
    "application/json; charset=utf-8",
    'APPLICATION/JSON;charset="UTF-8"',
  ]) {
    it(`accepts ${type}`, async () => {
      assert.equal((await post("/transactions", body({}), { "Content-Type": type })).status, 201);
    });
  }
  for (const type of [
    "",
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/jsonp",
    "application/merge-patch+json",
    "application/json; charset=latin1",
    "application/json, text/plain",
    "text/plain; application/json",
  ]) {
    it(`refuses "${type}"`, async () => {
      const problem = await problemOf(
        await post("/transactions", body({}), { "Content-Type": type }),
      );
      assert.deepEqual([problem.status, problem.code], [415, "unsupported_media_type"]);
    });
  }
  it("refuses a compressed body", async () => {
    const response = await post("/transactions", body({}), { "Content-Encoding": "gzip" });
    assert.equal(response.status, 415);
  });
});

describe("headers of a creation", () => {
  it("refuses an X-Client-Type that is not a token", async () => {
    for (const value of ["a b", "<web>", "x".repeat(65), ""]) {
      const problem = await problemOf(
        await post("/transactions", body({}), { "X-Client-Type": value }),
      );
      assert.deepEqual([problem.status, problem.errors?.[0]?.path], [422, "X-Client-Type"]);
    }
    assert.equal(
      (await post("/transactions", body({}), { "X-Client-Type": "web/1".replace("/", "-") }))
        .status,
      201,
    );
  });

  it("refuses an Idempotency-Key that is empty, too long or not printable", async () => {
    for (const value of ["", "k".repeat(256), "a\tb", "ü"]) {
      const problem = await problemOf(
        await post("/transactions", body({}), { "Idempotency-Key": value }),
      );
      assert.deepEqual([problem.status, problem.code], [400, "invalid_idempotency_key"]);
    }
    const response = await post("/transactions", body({}), { "Idempotency-Key": "k".repeat(255) });
    assert.equal(response.status, 201);
  });
});

describe("body of verify-apikey", () => {
  const cases: [string, object, string][] = [
    ["an e-mail without a host", { email: "nobody" }, "email"],
    ["an e-mail of another script", { email: "\u0430da@shop.example" }, "email"],
    ["an e-mail with a quoted part", { email: '"a b"@shop.example' }, "email"],
    ["an e-mail with a domain that is none", { email: "ada@sh\u202eop.example" }, "email"],
    ["an e-mail with blanks around it", { email: " ada@shop.example" }, "email"],
    ["an e-mail with a newline", { email: "a@b.example\nBcc: c@d.example" }, "email"],
    ["a wrong check digit", { iban: "NL92ABNA0417164300" }, "iban"],
    ["a number as IBAN", { iban: 1 }, "iban"],
    ["an empty name", { name: "" }, "name"],
    ["a name of 71 characters", { name: "x".repeat(71) }, "name"],
    ["U+0000 in a name", { name: "a\0" }, "name"],
    ["a name without an IBAN", { name: "Zoë" }, "name"],
    ["an unknown field", { mail: "a@b.example" }, "mail"],
  ];
  for (const [name, fields, path] of cases) {
    it(`refuses ${name}`, async () => {
      const problem = await problemOf(await post("/auth/verify-apikey", JSON.stringify(fields)));
      assert.deepEqual([problem.status, problem.errors?.[0]?.path], [422, path]);
    });
  }

  it("accepts an empty object, and an IBAN with spaces", async () => {
    const issued: unknown[] = [];
    const fake = createFakeApi({
      tokens: {
        ...createFakeTokens(),
        issue: async (_apiKey, details) => {
          issued.push(details);
          return JWT;
        },
      },
    });
    const response = await fake.post("/auth/verify-apikey", "{}");
    assert.deepEqual([response.status, await response.json()], [200, { token: "a.b.c" }]);
    await fake.post("/auth/verify-apikey", '{"iban":"nl91 abna 0417 1643 00","name":"Zoë"}');
    assert.deepEqual(issued, [{}, { iban: "NL91ABNA0417164300", name: "Zoë" }]);
  });
});

describe("body of a cancel", () => {
  it("may be missing or empty, and has its unknown fields named", async () => {
    const created = await (await post("/transactions", body({}))).json();
    const path = `/transactions/${created.id}/cancel`;
    const bare = await api.request(`/api${path}`, {
      method: "POST",
      headers: { "X-API-Key": TEST_KEY },
    });
    assert.equal(bare.status, 200);
    assert.equal((await post(path, "{}")).status, 200);
    const problem = await problemOf(await post(path, '{"reason":"x"}'));
    assert.deepEqual([problem.status, problem.errors?.[0]?.path], [422, "reason"]);
    assert.equal((await post(path, "{}", { "Content-Type": "text/plain" })).status, 415);
  });
});

describe("queries", () => {
  const id = "txn_01kagj3y9be2rvn5q8w0m4tzxh";
  for (const query of [
    "limit=0",
    "limit=101",
    "limit=abc",
    "limit=1e1",
    "limit=",
    "limit=1&limit=1",
    "status=paid",
    "status=pending&status=failed",
    "createdAfter=yesterday",
    "createdAfter=2026-11-21",
    "createdAfter=0000-01-01T00:00:00Z",
    "createdBefore=2026-13-01T00:00:00Z",
    "externalId=",
    "externalId=%00",
    `externalId=${"x".repeat(129)}`,
    "cursor=zzz",
    "cursor=evt_01kagj3y9be2rvn5q8w0m4tzxh",
    "accountId=acct_1",
    "__proto__=1",
    "constructor=1",
  ]) {
    it(`refuses ?${query.slice(0, 40)}`, async () => {
      const problem = await problemOf(await get(`/transactions?${query}`));
      assert.deepEqual([problem.status, problem.code], [400, "invalid_query"]);
    });
  }

  for (const query of [
    "type=endpoint.disabled",
    "type=endpoint.test",
    "type=transaction.failed&type=transaction.succeeded",
    "createdAfter=yesterday",
    "createdBefore=2026-13-01T00:00:00Z",
    `cursor=${id}`,
    "status=failed",
  ]) {
    it(`refuses events?${query}`, async () => {
      const problem = await problemOf(await get(`/events?${query}`));
      assert.deepEqual([problem.status, problem.code], [400, "invalid_query"]);
    });
  }

  it("accepts every filter", async () => {
    const query = `limit=100&status=failed&externalId=a&cursor=${id}`;
    const times = "createdAfter=2026-11-21T09:30:00%2B01:00&createdBefore=2026-11-22T00:00:00.5Z";
    assert.equal((await get(`/transactions?${query}&${times}`)).status, 200);
    const cursor = "cursor=evt_01kagj3y9be2rvn5q8w0m4tzxh";
    const filter = `limit=100&type=transaction.failed&${cursor}`;
    assert.equal((await get(`/events?${filter}&${times}`)).status, 200);
  });

  it("refuses parameters where none exist", async () => {
    assert.equal((await get(`/transactions/${id}?expand=1`)).status, 400);
    assert.equal((await post("/transactions?amount=1", body({}))).status, 400);
  });
});

describe("ids in the path", () => {
  for (const id of [
    "1",
    "txn_",
    "evt_01kagj3y9be2rvn5q8w0m4tzxh",
    "%00",
    "%zz",
    "..%2f",
    "txn_%27--",
  ]) {
    it(`responds with 404 for ${id}`, async () => {
      const problem = await problemOf(await get(`/transactions/${id}`));
      assert.deepEqual([problem.status, problem.code], [404, "not_found"]);
    });
  }
});

describe("any JSON as a body", () => {
  const bodies = fc.oneof(
    fc.json(),
    fc.json().map((text) => `{"amount":1,"currency":"EUR","externalId":"x","metadata":${text}}`),
    fc
      .dictionary(
        fc.constantFrom(
          "amount",
          "Amount",
          "currency",
          "externalId",
          "successUrl",
          "metadata",
          "a",
        ),
        fc.oneof(fc.jsonValue(), fc.webUrl(), fc.maxSafeInteger(), fc.constant("EUR")),
      )
      .map((fields) => JSON.stringify(fields)),
    fc.string({ unit: anyCharacter }),
  );
  for (const path of ["/transactions", "/auth/verify-apikey"]) {
    it(`never causes a server error at ${path}`, async () => {
      await fc.assert(
        fc.asyncProperty(bodies, async (text) => {
          const response = await post(path, text);
          assert.ok(response.status < 500, `${response.status} for ${text}`);
          if (response.status >= 400) await problemOf(response);
        }),
      );
    });
  }
});
