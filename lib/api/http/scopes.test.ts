import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { SCOPED_OPERATIONS, SCOPES, type Scope } from "#lib/merchants/model/scope.ts";
import { createFakeApi, scopedKey } from "#lib/testing/fake-api.ts";

type Operation = { operationId: string; description: string; security: object[] };

const { api } = createFakeApi();
const document: { paths: Record<string, Record<string, Operation>> } = await (
  await api.request("/openapi.json")
).json();

const table = SCOPES.flatMap((scope) =>
  Object.entries(SCOPED_OPERATIONS[scope]).map(([id, call]) => ({ scope, id, call: String(call) })),
);

const EXAMPLE_IDS: Record<string, string> = {
  "/transactions/{id}": "txn_01kagj3y9be2rvn5q8w0m4tzxh",
};

async function codeFor(call: string, scope: Scope) {
  const [method = "", path = ""] = call.split(" ");
  const id = EXAMPLE_IDS[path] ?? "none";
  const response = await api.request(`/api${path.replace("{id}", id)}`, {
    method,
    headers: { "X-API-Key": scopedKey(scope), "Content-Type": "application/json" },
    ...(["POST", "PATCH"].includes(method) && { body: "{}" }),
  });
  const body = await response.json();
  return response.status < 400 ? undefined : { code: body.code, detail: body.detail };
}

describe("the table of scopes", () => {
  it("has each operation that needs a credential, as published, and no other", () => {
    const published = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { security }]) => security.length > 0)
        .map(([method, operation]) => ({
          call: `${method.toUpperCase()} ${path}`,
          id: operation.operationId,
          scope: /Needs the scope `(\w+)`\.$/.exec(operation.description)?.[1],
        })),
    );
    const sorted = (rows: typeof published) =>
      rows.map(({ call, id, scope }) => `${call} ${id} ${scope}`).sort();
    assert.deepEqual(sorted(published), sorted(table));
  });

  it("is in docs/api-keys.md", () => {
    const text = readFileSync("docs/api-keys.md", "utf8");
    for (const scope of SCOPES) {
      const [row = ""] = text.split("\n").filter((line) => line.startsWith(`| \`${scope}\` |`));
      const calls = [...row.matchAll(/`([A-Z]+ \/[^`]+)`/g)].map(([, call]) => call);
      assert.deepEqual(calls, Object.values(SCOPED_OPERATIONS[scope]));
    }
  });

  for (const { scope, id, call } of table) {
    it(`${id} accepts a key with ${scope}, and none with another scope`, async () => {
      assert.notEqual((await codeFor(call, scope))?.code, "insufficient_scope");
      for (const other of SCOPES.filter((one) => one !== scope)) {
        assert.deepEqual(await codeFor(call, other), {
          code: "insufficient_scope",
          detail: `The key lacks the scope ${scope}.`,
        });
      }
    });
  }
});
