import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import fc from "fast-check";
import { parseEmail } from "#lib/platform/values/email.ts";
import { anyCharacter } from "#lib/testing/any-character.ts";
import { createFakeApi } from "#lib/testing/fake-api.ts";
import { propertyRuns } from "#lib/testing/lane.ts";
import { breaksOf } from "./breaks.ts";
import type { Description } from "./description.ts";

const RELEASED = "lib/testing/compatibility/released-openapi.json";

const released: Description = JSON.parse(readFileSync(RELEASED, "utf8"));
const current: Description = await (await createFakeApi().api.request("/openapi.json")).json();

// Two patterns were rewritten, as engines of other languages can't read them. The comparison can't tell that they are wider.
const WIDENED = [
  "POST /auth/verify-apikey body.email has another pattern",
  "POST /auth/verify-apikey body.name has another pattern",
  "POST /transactions body TransactionCreation.externalId has another pattern",
  "POST /transactions body DirectTransactionCreation.externalId has another pattern",
  "GET /transactions query externalId has another pattern",
];

/** Sets the value at the path; `undefined` removes it. */
type Change = [path: (string | number)[], value: unknown];

const ROUTE = ["paths", "/transactions"];
const CREATION = ["components", "schemas", "TransactionCreation"];
const TRANSACTION = ["components", "schemas", "Transaction"];
const CODES = ["components", "schemas", "Problem", "properties", "code", "enum"];

function at(document: unknown, path: (string | number)[]): unknown {
  return path.reduce<unknown>((value, key) => Reflect.get(Object(value), key), document);
}

function longer(path: (string | number)[], value: unknown): Change {
  const list = at(current, path);
  assert.ok(Array.isArray(list), path.join("."));
  return [path, [...list, value]];
}

function shorter(path: (string | number)[]): Change {
  const list = at(current, path);
  assert.ok(Array.isArray(list) && list.length > 0, path.join("."));
  return [path, list.slice(1)];
}

function breaksAfter([path, value]: Change): string[] {
  const after = structuredClone(current);
  const place = Object(at(after, path.slice(0, -1)));
  const last = path.at(-1) ?? "";
  if (value === undefined) {
    assert.ok(Object.hasOwn(place, last), path.join("."));
    Reflect.deleteProperty(place, last);
  } else {
    Reflect.set(place, last, value);
  }
  return breaksOf(current, after);
}

describe("the published document", () => {
  it("keeps everything that worked with the last release", () => {
    assert.deepEqual(breaksOf(released, current), WIDENED);
  });

  it("accepts with its wider patterns all values that the API and the old patterns accepted", () => {
    const numRuns = propertyRuns(10);
    const patternIn = (document: Description, path: string[]) =>
      new RegExp(String(at(document, ["components", "schemas", ...path, "pattern"])), "u");
    for (const path of [
      ["TransactionCreation", "properties", "externalId"],
      ["DirectTransactionCreation", "properties", "externalId"],
      ["TokenRequest", "properties", "name"],
    ]) {
      const wider = patternIn(current, path);
      const old = patternIn(released, path);
      const texts = fc
        .string({ unit: anyCharacter, maxLength: 9 })
        .filter((text) => old.test(text));
      fc.assert(
        fc.property(texts, (text) => wider.test(text)),
        { numRuns },
      );
    }
    const email = ["TokenRequest", "properties", "email"];
    const label = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 9 });
    const labels = fc.array(label, { minLength: 2, maxLength: 4 });
    const addresses = fc
      .tuple(fc.stringMatching(/^[A-Za-z0-9!#$%&'*+\-/^_`{|}~]{1,64}$/), labels)
      .map(([local, domain]) => `${local}@${domain.join(".")}`)
      .filter((address) => patternIn(released, email).test(address))
      .filter((address) => parseEmail(address) !== undefined);
    const wider = patternIn(current, email);
    fc.assert(
      fc.property(addresses, (address) => wider.test(address)),
      { numRuns },
    );
  });

  const parameters = [...ROUTE, "get", "parameters"];
  const variants = [
    ...ROUTE,
    "post",
    "requestBody",
    "content",
    "application/json",
    "schema",
    "anyOf",
  ];
  const unauthorized = [
    ...[...ROUTE, "get", "responses", "401", "content", "application/problem+json", "schema"],
  ];
  const BREAKS: Record<string, [Change, RegExp]> = {
    "a route less": [[ROUTE, undefined], /^POST \/transactions is gone$/m],
    "a method less": [[[...ROUTE, "get"], undefined], /^GET \/transactions is gone$/],
    "another operationId": [[[...ROUTE, "post", "operationId"], "make"], /another operationId/],
    "a credential less": [shorter([...ROUTE, "post", "security"]), /takes apiKey no more/],
    "a parameter less": [shorter(parameters), /GET \/transactions query \w+ is gone/],
    "a needed parameter more": [
      longer(parameters, { name: "of", in: "query", required: true }),
      /needs query of/,
    ],
    "a needed body": [
      [[...ROUTE, "get", "requestBody"], { required: true }],
      /GET \/transactions needs a body/,
    ],
    "a field less in a body": [
      [[...CREATION, "properties", "metadata"], undefined],
      /\.metadata is gone/,
    ],
    "a field less in a response": [
      [[...TRANSACTION, "properties", "reference"], undefined],
      /GET \/transactions\/\{id\} 200\.reference is gone/,
    ],
    "a needed field more": [
      longer([...CREATION, "required"], "metadata"),
      /\.metadata is needed now/,
    ],
    "a field that may be absent": [
      [[...TRANSACTION, "required"], ["id"]],
      /\.status is optional now/,
    ],
    "another type in a response": [
      [[...TRANSACTION, "properties", "amount", "type"], "string"],
      /\.amount has another type/,
    ],
    "a null more in a response": [
      [
        [...TRANSACTION, "properties", "id", "type"],
        ["string", "null"],
      ],
      /\.id has another type/,
    ],
    "a value more in a response": [
      longer([...TRANSACTION, "properties", "status", "enum"], "refunded"),
      /\.status has other values/,
    ],
    "a value less in a body": [
      shorter(["components", "schemas", "Currency", "enum"]),
      /\.currency has other values/,
    ],
    "a smaller maximum": [
      [[...CREATION, "properties", "externalId", "maxLength"], 127],
      /smaller maxLength/,
    ],
    "a greater minimum": [[[...CREATION, "properties", "amount", "minimum"], 2], /greater minimum/],
    "another pattern": [
      [[...CREATION, "properties", "externalId", "pattern"], "^x$"],
      /another pattern/,
    ],
    "a success less": [[[...ROUTE, "post", "responses", "200"], undefined], /responds 200 no more/],
    "a kind of body less": [shorter(variants), /no TransactionCreation any more/],
    "an event less": [
      [["webhooks", "transaction.failed"], undefined],
      /^POST transaction\.failed is gone$/,
    ],
    "a field less in an event": [
      [["components", "schemas", "TransactionFailedWebhook", "properties", "data"], undefined],
      /POST transaction\.failed body\.data is gone/,
    ],
    "a field of an event that may be absent": [
      [["components", "schemas", "EventTransaction", "required"], ["id"]],
      /POST transaction\.failed body\.data\.status is optional now/,
    ],
    "a code less": [
      [[...unauthorized, "allOf", 1, "properties", "code", "enum"], ["other"]],
      /401\.code is unauthorized no more/,
    ],
    "a response header less": [
      [[...ROUTE, "get", "responses", "200", "headers", "RateLimit"], undefined],
      /200 has no RateLimit any more/,
    ],
    "a header of an event that may be absent": [
      [["webhooks", "transaction.failed", "post", "parameters", 0, "required"], false],
      /may lack header webhook-id/,
    ],
    "a header less on an event": [
      shorter(["webhooks", "transaction.failed", "post", "parameters"]),
      /header webhook-id is gone/,
    ],
  };
  for (const [name, [change, expected]] of Object.entries(BREAKS)) {
    it(`is found to break the API by ${name}`, () => {
      assert.match(breaksAfter(change).join("\n"), expected);
    });
  }

  const ADDITIONS: Record<string, Change> = {
    "a route": [["paths", "/payouts"], at(current, ROUTE)],
    "a field in a response": [[...TRANSACTION, "properties", "note"], { type: "string" }],
    "an optional field in a body": [[...CREATION, "properties", "note"], { type: "string" }],
    "an optional parameter": longer(parameters, { name: "of", in: "query" }),
    "a code": longer(CODES, "new_code"),
    "an event": [
      ["webhooks", "transaction.refunded"],
      at(current, ["webhooks", "transaction.failed"]),
    ],
    "a wider limit": [[...CREATION, "properties", "externalId", "maxLength"], 256],
    "a value in a body": longer(["components", "schemas", "Currency", "enum"], "XYZ"),
    "a response that is never null": [
      [...TRANSACTION, "properties", "externalId", "type"],
      "string",
    ],
  };
  for (const [name, change] of Object.entries(ADDITIONS)) {
    it(`may add ${name}`, () => assert.deepEqual(breaksAfter(change), []));
  }
});
