import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createFakeClock } from "#lib/testing/fake-clock.ts";
import { createHourlyJob } from "./hourly.ts";

describe("hourly job", () => {
  it("works at start and then once an hour, however often it is run", async () => {
    const clock = createFakeClock();
    let runs = 0;
    const job = createHourlyJob({ name: "purge", clock, work: async () => ++runs });
    assert.equal(await job.run(), 1);
    const dueAt = await job.nextDueAt();
    assert.equal(Number(dueAt) - clock.now().getTime(), 3_600_000);
    assert.equal(await job.run(), 0);
    clock.advance({ ms: 3_599_999 });
    assert.equal(await job.run(), 0);
    clock.advance({ ms: 1 });
    assert.equal(await job.run(), 2);
    assert.equal(runs, 2);
  });

  it("is still due after a failure", async () => {
    const clock = createFakeClock();
    let isBroken = true;
    const work = async () => {
      if (isBroken) throw new Error("broken");
      return 3;
    };
    const job = createHourlyJob({ name: "purge", clock, work });
    await assert.rejects(job.run(), /broken/);
    isBroken = false;
    assert.equal(await job.run(), 3);
  });
});
