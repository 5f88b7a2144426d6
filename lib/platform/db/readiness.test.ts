import assert from "node:assert/strict";
import { it } from "node:test";
import { createReadiness } from "./readiness.ts";

it("a hanging check is not repeated in parallel, and its end counts again", async () => {
  let time = 0;
  let begun = 0;
  const { promise: hangs, resolve: response } = Promise.withResolvers<boolean>();
  const isReady = createReadiness(
    () => {
      begun += 1;
      return hangs;
    },
    () => time,
    10,
  );
  for (let asked = 0; asked < 2; asked += 1) {
    assert.equal(await isReady(), false);
    time += 5_000;
  }
  assert.equal(begun, 1);
  response(true);
  assert.equal(await isReady(), true);
});
