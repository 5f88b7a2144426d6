import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { distancesFrom } from "./affected.ts";

describe("tests of a change", () => {
  it("are ordered by the number of imports on the shortest path", () => {
    const importers = new Map([
      ["money.ts", ["order.ts", "money.test.ts"]],
      ["order.ts", ["shop.ts", "order.test.ts"]],
      ["shop.ts", ["order.ts", "order.test.ts", "shop.test.ts"]],
    ]);
    assert.deepEqual(Object.fromEntries(distancesFrom(["money.ts"], importers)), {
      "money.ts": 0,
      "order.ts": 1,
      "money.test.ts": 1,
      "shop.ts": 2,
      "order.test.ts": 2,
      "shop.test.ts": 3,
    });
  });

  it("are none if nothing imports it", () => {
    assert.deepEqual([...distancesFrom(["alone.ts"], new Map())], [["alone.ts", 0]]);
  });
});
