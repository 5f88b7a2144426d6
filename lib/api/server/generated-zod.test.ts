import assert from "node:assert/strict";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import { generate } from "orval";
import { z } from "zod";
import { createFakeApi, GOOD_BODY } from "#lib/testing/fake-api.ts";

const content = z.record(z.string(), z.object({ example: z.unknown() }));
const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string(),
        requestBody: z.object({ content }).optional(),
        responses: z.record(z.string(), z.object({ content })),
      }),
    ),
  ),
});

const document = await (await createFakeApi().api.request("/openapi.json")).json();
const { paths } = documentSchema.parse(document);
const operations = Object.values(paths).flatMap((methods) => Object.values(methods));

type Schemas = Record<string, z.ZodType>;

/** The module of zod schemas that orval writes for a document. */
async function importGenerated(folder: string, source: object): Promise<Schemas> {
  const input = join(folder, "openapi.json");
  const target = join(folder, "schemas.ts");
  await writeFile(input, JSON.stringify(source));
  await symlink(resolve("node_modules"), join(folder, "node_modules"));
  const zod = { strict: { body: true } };
  const output = { target, client: "zod", mode: "single", override: { zod } } as const;
  await generate({ input: { target: input }, output }, folder, {
    logLevel: "error",
    throwOnError: true,
  });
  return import(pathToFileURL(target).href);
}

const nameOf = (operationId: string, part: string) =>
  `${operationId.slice(0, 1).toUpperCase()}${operationId.slice(1)}${part}`;

describe("the zod schemas that orval generates from the document", () => {
  let folder: string;
  let schemas: Schemas;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "bankside-zod-"));
    schemas = await importGenerated(folder, document);
  });
  after(() => rm(folder, { recursive: true }));

  const schemaNamed = (name: string): z.ZodType => {
    const schema = schemas[name];
    assert.ok(schema, `${name} is not generated`);
    return schema;
  };

  for (const { operationId, requestBody, responses } of operations) {
    it(`accept the examples of ${operationId}`, () => {
      const success = responses["201"] ?? responses["202"] ?? responses["200"];
      const answer = success?.content["application/json"]?.example;
      schemaNamed(nameOf(operationId, "Response")).parse(answer);
      const body = requestBody?.content["application/json"]?.example;
      if (body !== undefined) schemaNamed(nameOf(operationId, "Body")).parse(body);
    });
  }

  const creations: [object, boolean][] = [
    [{ payer: { email: "a&b@müller.example", name: "Ada Čapek 😀" } }, true],
    [{ payer: { email: "ada" } }, false],
    [{ payer: { email: "ada @shop.example" } }, false],
    [{ payer: { name: "" } }, false],
    [{ payer: { name: "Ada\nLovelace" } }, false],
    [{ payee: { iban: "nl91 abna 0417 1643 00" } }, true],
    [{ payee: { iban: "NL91" } }, false],
    [{ externalId: "x".repeat(129) }, false],
    [{ currency: "eur" }, false],
    [{ amount: 12.5 }, false],
    [{ successUrl: "/thanks" }, false],
    [{ unknown: 1 }, false],
  ];
  for (const [change, isGood] of creations) {
    it(`${isGood ? "accept" : "refuse"} a creation with ${JSON.stringify(change).slice(0, 60)}`, () => {
      const body = schemaNamed("CreateTransactionBody");
      assert.equal(body.safeParse({ ...GOOD_BODY, ...change }).success, isGood);
    });
  }
});

describe("a document with a pattern that needs the `u` flag", () => {
  it("is detected because the generated module can't be imported", async () => {
    const folder = await mkdtemp(join(tmpdir(), "bankside-zod-"));
    try {
      const pattern = "^[\\u3003-\\u{10ffff}]+$";
      const schema = { type: "object", properties: { email: { type: "string", pattern } } };
      const responses = { 200: { description: "", content: { "application/json": { schema } } } };
      const paths = { "/": { get: { operationId: "read", responses } } };
      const source = { openapi: "3.1.0", info: { title: "Test", version: "1" }, paths };
      await assert.rejects(importGenerated(folder, source), /Invalid regular expression/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
