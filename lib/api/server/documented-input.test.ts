import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import fc from "fast-check";
import type { Api } from "#lib/api/http/context.ts";
import { anyCharacter } from "#lib/testing/any-character.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { checkResponses, publishedSchemas } from "#lib/testing/documented-responses.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { createFakeApi, JWT, TEST_KEY } from "#lib/testing/fake-api.ts";
import { propertyRuns } from "#lib/testing/lane.ts";
import { createApi } from "./app.ts";

type Schema = {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
};
type Parameter = { in: string; name: string; schema: Schema; required?: boolean };
type Value = Record<string, unknown>;

const SEED = 20_261_122;

// Only the description has these limits: the API may refuse what the schema accepts.
const SAID_IN_WORDS: Record<string, readonly string[]> = {
  TransactionCreation: [
    "externalId",
    "metadata",
    "successUrl",
    "failureUrl",
    "processingUrl",
    "cancelUrl",
    "description",
    "lines",
    "expiresAt",
  ],
  DirectTransactionCreation: ["externalId", "metadata", "description", "lines", "expiresAt"],
  TokenRequest: ["email", "iban", "name"],
  TestOutcome: [],
  TestClockStep: [],
};

const document = await (await createFakeApi().api.request("/openapi.json")).json();
const published = publishedSchemas(document);
const schemaNamed = (name: string): Schema => document.components.schemas[name];

const resolve = (schema: Schema): Schema =>
  schema.$ref ? schemaNamed(schema.$ref.replace("#/components/schemas/", "")) : schema;

const TEXTS = [
  "",
  " ",
  "a",
  "a b",
  "é",
  "\u{1f600}",
  "a\nb",
  "a\u0000b",
  "\ud800",
  "a\u202eb",
  "1250",
  "ada@shop.example",
  "a&b@m\u00fcller.example",
  '"ada"@shop.example',
  "ada@shop",
  "NL91ABNA0417164300",
  "nl91 abna 0417 1643 00",
  "NL91ABNA0417164301",
  "https://shop.example/thanks?a=b#c",
  "http://localhost:8080/thanks",
  "http://shop.example/",
  "https://good@evil.example/",
  "javascript:alert(1)",
  "/thanks",
  "eur",
  "EUX",
  "100",
  "101",
  "01",
  "txn_01kagj3y9be2rvn5q8w0m4tzxh",
  "pending",
  "2026-11-21T09:30:00Z",
  "2026-11-21T09:30:00.123+01:00",
  "2026-11-21T09:30:00",
  "2026-11-21t09:30:00z",
  "2026-11-21 09:30:00Z",
  "2026-02-30T09:30:00Z",
  "2026-11-21T23:59:60Z",
  "2026-11-21T09:30Z",
  "2026-11-21T09:30:00+0100",
  "1969-12-31T23:59:59Z",
  "x".repeat(255),
  "x".repeat(256),
];

// Header values that fetch sends unchanged.
const HEADER_VALUE = /^[!-~\u00a1-\u00ff]([ -~\u00a1-\u00ff]*[!-~\u00a1-\u00ff])?$/;

const KEY = { "X-API-Key": TEST_KEY };

const OTHERS: unknown[] = [null, true, 0, -1, 1.5, 1250, [], [1], {}, { a: 1 }, "1"];

/** Empty where fast-check can't read the pattern. */
function fittingTexts(pattern: string | undefined): fc.Arbitrary<unknown>[] {
  if (pattern === undefined || pattern.includes("(?")) return [];
  return [fc.stringMatching(new RegExp(pattern, "u"))];
}

/** Values around the limits of a schema, and of every other type. */
function candidatesOf(schema: Schema): unknown[] {
  const { minimum, maximum, maxLength, enum: members = [] } = resolve(schema);
  const numbers = [minimum, maximum].flatMap((edge) =>
    edge === undefined ? [] : [edge - 1, edge, edge + 1, edge + 0.5],
  );
  const lengths = maxLength === undefined ? [] : [maxLength, maxLength + 1];
  const long = lengths.flatMap((length) => ["x".repeat(length), "\u{1f600}".repeat(length)]);
  const near = members.map((member) => String(member).toLowerCase());
  return [...members, ...near, ...numbers, ...long, ...TEXTS, ...OTHERS];
}

function fieldsOf(name: string): [field: string, schema: Schema][] {
  const { properties = {} } = schemaNamed(name);
  return Object.entries({ ...properties, source: {}, unknown: {} });
}

/** With up to two fields changed, removed or added. */
function bodiesOf(name: string, example: Value): fc.Arbitrary<Value> {
  const changes = fieldsOf(name).map(([field, schema]) => {
    const values = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...candidatesOf(schema), undefined) },
      { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 20 }) },
      ...fittingTexts(resolve(schema).pattern).map((arbitrary) => ({ weight: 2, arbitrary })),
    );
    return values.map((value) => ({ [field]: value }));
  });
  return fc
    .array(fc.oneof(...changes), { maxLength: 2 })
    .map((made) => Object.assign({}, example, ...made));
}

const id = "txn_01kagj3y9be2rvn5q8w0m4tzxh";
const DIRECT = "DirectTransactionCreation";
const OPERATIONS: [schema: string, path: string, example: Value][] = [
  ["TransactionCreation", "/transactions", { amount: 1, currency: "EUR", externalId: "a" }],
  [DIRECT, "/transactions", { amount: 1, currency: "EUR", source: "sdk_integration" }],
  ["TokenRequest", "/auth/verify-apikey", { email: "ada@shop.example" }],
  ["TestOutcome", `/test/transactions/${id}/outcome`, { outcome: "approve" }],
  ["TestClockStep", "/test/clock", { advanceSeconds: 60 }],
];

async function compare(name: string, body: Value, send: (body: string) => Promise<Response>) {
  const text = JSON.stringify(body);
  const isFitting = published(schemaNamed(name)).fits(JSON.parse(text));
  const refused = await refusedFields(await send(text));
  if (!refused) assert.ok(isFitting, `the API takes what the schema does not: ${text}`);
  const inWords = SAID_IN_WORDS[name] ?? [];
  const unsaid = refused?.filter((field) => !inWords.includes(field)) ?? [];
  if (isFitting) assert.deepEqual(unsaid, [], `the schema takes what the API does not: ${text}`);
  return refused ? "refused" : "taken";
}

describe("every field of a body", () => {
  for (const [name, path, example] of OPERATIONS) {
    it(`of ${name} is accepted and refused by its schema`, async () => {
      const { api } = createFakeApi();
      const credential = name === DIRECT ? { Authentication: `Bearer ${JWT}` } : KEY;
      const send = async (body: string) =>
        api.request(`/api${path}`, {
          method: "POST",
          headers: { ...credential, "Content-Type": "application/json" },
          body,
        });
      for (const [field, schema] of fieldsOf(name)) {
        for (const value of [...candidatesOf(schema), undefined]) {
          await compare(name, { ...example, [field]: value }, send);
        }
      }
    });
  }
});

const PARAMETERS: [path: string, method: string, parameter: Parameter][] = [
  ["/transactions", "get"],
  ["/events", "get"],
  ["/transactions", "post"],
].flatMap(([path = "", method = ""]) =>
  document.paths[path][method].parameters.map((one: Parameter) => [path, method, one]),
);

/** For headers, only texts that fetch sends unchanged. */
function textsOf({ in: place, schema }: Parameter): string[] {
  const fitting = fittingTexts(schema.pattern).flatMap((texts) =>
    fc.sample(texts, { seed: SEED, numRuns: 20 }),
  );
  const all = [...candidatesOf(schema), ...fitting].map(String);
  return all.filter((text) => (place === "header" ? HEADER_VALUE.test(text) : text.isWellFormed()));
}

describe("every parameter", () => {
  const { get, post } = createFakeApi();
  const body = JSON.stringify({ amount: 1, currency: "EUR", externalId: "a" });
  const refusals = ["invalid_query", "invalid_idempotency_key", "invalid_request"];

  for (const [path, method, parameter] of PARAMETERS) {
    const { name, in: place, schema } = parameter;
    const send = (text: string) =>
      place === "header"
        ? post(path, body, { [name]: text })
        : get(`${path}?${name}=${encodeURIComponent(text)}`);

    it(`${name} of ${method.toUpperCase()} ${path} is accepted and refused by its schema`, async () => {
      const seen = { taken: 0, refused: 0 };
      for (const text of textsOf(parameter)) {
        const isRefused = refusals.includes((await (await send(text)).json()).code);
        const isFitting = published(schema).fits(toValue(parameter, text));
        if (!isRefused || name !== "externalId") assert.equal(isFitting, !isRefused, text);
        seen[isRefused ? "refused" : "taken"] += 1;
      }
      assert.ok(seen.taken > 1 && seen.refused > 1, JSON.stringify(seen));
    });
  }
});

onDatabase("input as published", (_database, connection) => {
  let api: Api;
  let key: Record<string, string>;
  let jwt: Record<string, string>;
  before(async () => {
    const { services } = createTestServices(connection(), { API_RATE_FACTOR: "100" });
    api = checkResponses(createApi(services, { prefix: "/api" }), "/api");
    const { keys } = await makeMerchant(services);
    key = { "X-API-Key": keys.direct };
    const { token } = await (await post("/auth/verify-apikey", key, "{}")).json();
    jwt = { Authentication: `Bearer ${token}` };
  });

  const post = async (path: string, headers: Record<string, string>, body: string) =>
    api.request(`/api${path}`, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json" },
      body,
    });

  for (const [name, path, example] of OPERATIONS) {
    it(`a ${name} is accepted and refused by its schema`, async () => {
      const seen = { taken: 0, refused: 0 };
      const send = (body: string) => post(path, name === DIRECT ? jwt : key, body);
      await fc.assert(
        fc.asyncProperty(bodiesOf(name, example), async (body) => {
          seen[await compare(name, body, send)] += 1;
        }),
        { seed: SEED, numRuns: propertyRuns(3) },
      );
      assert.ok(seen.taken > 5 && seen.refused > 5, JSON.stringify(seen));
    });
  }
});

function toValue({ schema }: Parameter, text: string): unknown {
  return schema.type === "integer" && /^(0|-?[1-9]\d*)$/.test(text) ? Number(text) : text;
}

/** `undefined` if the body was accepted, even if the request failed later. */
async function refusedFields(response: Response): Promise<string[] | undefined> {
  const { code, errors = [] } = await response.json();
  if (code !== "invalid_request") return undefined;
  return errors.map(({ path }: { path: string }) => path.split(".")[0]);
}
