import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { estimateStrength } from "./estimate.ts";
import { createStrengthEstimator } from "./strength.ts";

const HARD = { password: "p4$$w0rd4@8({[<3".repeat(4), about: [] };

describe("the estimator of passwords", () => {
  const estimate = createStrengthEstimator();

  it("gives the same estimate in its thread as in place", async () => {
    const about = ["harriet@harbour-books.example", "Harriet Quillfeather"];
    for (const password of ["correct-pony-battery-71", "password1234", "HarrietQuillfeather"]) {
      assert.equal(await estimate({ password, about }), estimateStrength({ password, about }));
    }
  });

  it("leaves the event loop free", async () => {
    const first = await Promise.race([
      estimate(HARD).then(() => "the estimate"),
      setImmediate("a turn of the event loop"),
    ]);
    assert.equal(first, "a turn of the event loop");
  });
});
