import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sourcePaths } from "./site.ts";

describe("what a build is made from", () => {
  const paths = sourcePaths();

  it("is all that the script for shops is bundled from, and how", () => {
    for (const path of ["scripts/embed.ts", "scripts/site.ts", "sdk/embed/src/script.ts"]) {
      assert.ok(paths.includes(path), path);
    }
  });

  it("is no test, and nothing that a build has made", () => {
    assert.deepEqual(
      paths.filter((path) => /\.test\.ts$|^public\/(?:embed\.js$|sdk\/)/.test(path)),
      [],
    );
  });
});
