import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sourcePaths } from "./site.ts";

describe("the inputs of a build", () => {
  const paths = sourcePaths();

  it("include all files of the embed script, and its bundling", () => {
    for (const path of ["scripts/embed.ts", "scripts/site.ts", "sdk/embed/src/script.ts"]) {
      assert.ok(paths.includes(path), path);
    }
  });

  it("include no tests, and no output of a build", () => {
    assert.deepEqual(
      paths.filter((path) => /\.test\.ts$|^public\/(?:embed\.js$|sdk\/)/.test(path)),
      [],
    );
  });
});
