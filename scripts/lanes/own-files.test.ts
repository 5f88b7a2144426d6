import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ownLanesOf } from "./own-files.ts";

describe("lanes of their own", () => {
  it("are needed if one of their files changed", () => {
    assert.deepEqual(ownLanesOf(["lib/platform/values/money.ts", "README.md"]), []);
    assert.deepEqual(ownLanesOf(["sdk/ios/Package.swift"]), ["test:native"]);
    assert.deepEqual(ownLanesOf(["sdk/js/package.json"]), ["test:native", "test:examples"]);
    assert.deepEqual(ownLanesOf(["deploy/compose.yaml"]), ["test:image"]);
  });

  it("are not needed for what their tools write", () => {
    assert.deepEqual(ownLanesOf(["examples/nextjs-shop/package-lock.json"]), []);
  });
});
