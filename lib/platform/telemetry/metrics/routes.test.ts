import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createRouteTable } from "./routes.ts";

describe("patterns of routes", () => {
  const table = createRouteTable();
  table.add("page", "/");
  table.add("page", "/console/payments");
  table.add("page", "/console/payments/[id]");
  table.add("handler", "/console/payments/export");
  table.add("api", "/transactions/{id}");
  table.add("handler", "/sandbox/bank/v1/[[...path]]");
  table.add("page", "/sandbox/bank");

  it("replace values that a request names", () => {
    for (const [path, route] of [
      ["/", "/"],
      ["/console/payments", "/console/payments"],
      ["/console/payments/", "/console/payments"],
      ["/console/payments/txn_1", "/console/payments/{id}"],
      ["/console/payments/export", "/console/payments/export"],
      ["/transactions/txn_1", "/transactions/{id}"],
      ["/sandbox/bank", "/sandbox/bank"],
      ["/sandbox/bank/v1", "/sandbox/bank/v1/{path}"],
      ["/sandbox/bank/v1/payments/x/y", "/sandbox/bank/v1/{path}"],
    ] as const) {
      assert.equal(table.find(path)?.route, route, path);
    }
  });

  it("are unknown otherwise", () => {
    for (const path of ["/console", "/transactions", "/transactions/a/b", "/wp-login.php"]) {
      assert.equal(table.find(path), undefined, path);
    }
  });
});
