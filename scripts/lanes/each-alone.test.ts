import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { aloneParts, findDatabaseTests } from "./each-alone.ts";

const namesOn = (installed: string) => aloneParts("unit", installed).map(({ name }) => name);

describe("test files, each in its own process", () => {
  it("run on the machine's server and on npm's, and both are named", () => {
    const [first = "", second = "", ...others] = namesOn("postgres (PostgreSQL) 15.18");
    assert.match(first, /^unit, each file .* on this machine's postgres .*15/);
    assert.match(second, /on PostgreSQL from npm$/);
    assert.deepEqual(others, []);
  });

  it("run only on npm's if there is no other, as the part's name states", () => {
    const [only = "", ...others] = namesOn("");
    assert.match(only, /^unit, .* on PostgreSQL from npm alone, as this machine has no other$/);
    assert.deepEqual(others, []);
  });

  it("use a database also if a helper opens it for them", async () => {
    const [direct, byHelper, none] = [
      "lib/platform/db/primary.test.ts",
      "lib/services/ready.test.ts",
      "lib/platform/db/readiness.test.ts",
    ];
    assert.deepEqual(await findDatabaseTests([direct, byHelper, none]), [direct, byHelper]);
  });
});
