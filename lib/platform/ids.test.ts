import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { newId, readId } from "./ids.ts";

describe("readId", () => {
  it("takes what newId makes, and no id of another kind", () => {
    const id = newId("txn");
    assert.equal(readId("txn", id), id);
    assert.equal(readId("evt", id), undefined);
  });

  it("takes nothing that is no id", () => {
    const id = newId("txn");
    for (const value of [
      undefined,
      1,
      [id],
      "",
      `${id}\0`,
      `${id}\n`,
      ` ${id}`,
      id.toUpperCase(),
    ]) {
      assert.equal(readId("txn", value), undefined);
    }
  });
});
