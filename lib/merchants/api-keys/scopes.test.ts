import assert from "node:assert/strict";
import { it } from "node:test";
import { INTEGRATION_METHODS } from "#lib/merchants/model/integration-method.ts";
import { SCOPES, type Scope } from "#lib/merchants/model/scope.ts";
import { scopesOf } from "./scopes.ts";

it("a web key has all scopes but statements and those taken away, other keys read and create", () => {
  const all = { scopes: null, withheld: null };
  assert.deepEqual(scopesOf({ ...all, method: "web" }), ["read", "create", "refund", "endpoints"]);
  for (const method of ["direct", "sdk"] as const) {
    assert.deepEqual(scopesOf({ ...all, method }), ["read", "create"]);
  }
  const withheld: Scope[] = ["refund", "create"];
  assert.deepEqual(scopesOf({ method: "web", scopes: null, withheld }), ["read", "endpoints"]);
});

it("a key with scopes has those, whatever its method is", () => {
  for (const method of INTEGRATION_METHODS) {
    for (const scope of SCOPES) {
      assert.deepEqual(scopesOf({ method, scopes: [scope], withheld: null }), [scope]);
    }
  }
});
