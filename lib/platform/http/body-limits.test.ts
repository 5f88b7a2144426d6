import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { describe, it } from "node:test";
import { MAX_LOGO_BYTES } from "#lib/merchants/brand/logo.ts";
import { MAX_STATEMENT_BYTES } from "#lib/payments/transfers/statement/statement.ts";
import { maxBodyBytes } from "./body-limits.ts";

describe("the largest body", () => {
  it("is larger for the few paths that need it", () => {
    const larger = {
      "/console/settings/brand": "page.tsx",
      "/console/webhooks/check": "page.tsx",
      "/console/payments/transfers/import": "route.ts",
    };
    for (const [path, file] of Object.entries(larger)) {
      assert.ok(existsSync(`app/(console)${path}/${file}`), path);
      assert.ok(maxBodyBytes(path) >= 256 * 1024, path);
    }
    const statement = maxBodyBytes("/console/payments/transfers/import");
    assert.equal(statement, MAX_STATEMENT_BYTES + 64 * 1024);
    assert.ok(maxBodyBytes("/console/settings/brand") > MAX_LOGO_BYTES + 16 * 1024);
    for (const path of ["/", "/console/sign-in", "/console/settings/brand/preview", "/pay/x"]) {
      assert.equal(maxBodyBytes(path), 128 * 1024, path);
    }
  });
});
