import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import { axisEnd } from "./chart-scale.ts";

it("an axis ends at or above the highest value, at most twice as high, and has a whole middle", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 50 }), (highest) => {
      const end = axisEnd(highest);
      assert.ok(end >= highest);
      assert.ok(end <= Math.max(2, highest * 2));
      assert.ok(Number.isInteger(end / 2));
    }),
  );
});

it("an axis ends at a round number", () => {
  assert.deepEqual(
    [0, 1, 2, 3, 9, 10, 11, 13, 1070, 1234].map(axisEnd),
    [2, 2, 2, 4, 10, 10, 12, 16, 1200, 1600],
  );
});
