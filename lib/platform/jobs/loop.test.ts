import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import type { Listen } from "#lib/platform/db/notifications.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import type { Job } from "./job.ts";
import { createWorker } from "./loop.ts";

const HOUR_MS = 3_600_000;

/** Runs everything that needs no timer. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}

function setUp(
  t: TestContext,
  jobs: Job[],
  options: { listen?: Listen; maxSleepMs?: number } = {},
) {
  t.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  let wake: ((payload: string) => void) | undefined;
  let isListening = false;
  const listen: Listen = async (channel, handler) => {
    assert.equal(channel, "bankside_worker");
    wake = handler;
    isListening = true;
    return async () => {
      isListening = false;
    };
  };
  const lines: string[] = [];
  const logger = createLogger("info", { write: (line) => void lines.push(line) });
  const clock = { now: () => new Date() };
  const worker = createWorker({ jobs, clock, logger, listen, ...options });
  t.after(() => worker.stop());
  return {
    worker,
    lines,
    isListening: () => isListening,
    async notify() {
      wake?.("evt_1");
      await settle();
    },
    async pass(ms: number) {
      t.mock.timers.tick(ms);
      await settle();
    },
    async start() {
      worker.start();
      await settle();
    },
  };
}

function countingJob(work: () => Promise<number> = async () => 0, rest: Partial<Job> = {}) {
  const seen = { runs: 0 };
  const job: Job = {
    name: "counting",
    run: () => {
      seen.runs++;
      return work();
    },
    nextDueAt: async () => undefined,
    ...rest,
  };
  return { job, seen };
}

describe("worker loop", () => {
  it("listens, then runs every job at the start", async (t) => {
    const [one, two] = [countingJob(), countingJob()];
    const test = setUp(t, [one.job, two.job]);
    await test.start();
    assert.ok(test.isListening());
    assert.deepEqual([one.seen.runs, two.seen.runs], [1, 1]);
  });

  it("runs at once when notified during a long sleep", async (t) => {
    const { job, seen } = countingJob();
    const test = setUp(t, [job], { maxSleepMs: HOUR_MS });
    await test.start();
    await test.pass(HOUR_MS - 1);
    assert.equal(seen.runs, 1);
    await test.notify();
    assert.equal(seen.runs, 2);
  });

  it("runs every five seconds without a notification", async (t) => {
    const { job, seen } = countingJob();
    const test = setUp(t, [job]);
    await test.start();
    await test.pass(4_999);
    assert.equal(seen.runs, 1);
    await test.pass(1);
    assert.equal(seen.runs, 2);
  });

  it("wakes when the next work is due", async (t) => {
    const { job, seen } = countingJob(undefined, { nextDueAt: async () => new Date(2_000) });
    const test = setUp(t, [job]);
    await test.start();
    await test.pass(1_999);
    assert.equal(seen.runs, 1);
    await test.pass(1);
    assert.equal(seen.runs, 2);
  });

  it("continues at once while there is more work, but does not spin on work that it can't do", async (t) => {
    let remaining = 3;
    const work = async () => (remaining > 0 ? remaining-- : 0);
    const { job, seen } = countingJob(work, { nextDueAt: async () => new Date(-1) });
    const test = setUp(t, [job]);
    await test.start();
    for (let index = 0; index < 10; index++) await test.pass(1);
    assert.equal(seen.runs, 4);
    for (let index = 0; index < 100; index++) await test.pass(10);
    assert.ok(seen.runs >= 6 && seen.runs <= 8, `${seen.runs} runs after another second`);
  });

  it("runs again after a run during which it was notified", async (t) => {
    const first = Promise.withResolvers<number>();
    const { job, seen } = countingJob(() => (seen.runs === 1 ? first.promise : Promise.resolve(0)));
    const test = setUp(t, [job], { maxSleepMs: HOUR_MS });
    await test.start();
    await test.notify();
    await test.notify();
    assert.equal(seen.runs, 1);
    first.resolve(0);
    await settle();
    await test.pass(1);
    assert.equal(seen.runs, 2);
  });

  it("runs again while earlier work continues, and at once when that ends", async (t) => {
    let end: (() => void) | undefined;
    const seen = { runs: 0 };
    const job: Job = {
      name: "beginning",
      async run(_stopping, wake) {
        end = wake;
        return seen.runs++ === 0 ? 1 : 0;
      },
      nextDueAt: async () => undefined,
    };
    const test = setUp(t, [job], { maxSleepMs: HOUR_MS });
    await test.start();
    await test.notify();
    assert.equal(seen.runs, 2);
    end?.();
    await settle();
    assert.equal(seen.runs, 3);
  });

  it("logs a failing job, pauses it longer each time up to a minute, and keeps running the others", async (t) => {
    const good = countingJob();
    let isBroken = true;
    const bad = countingJob(async () => {
      if (isBroken) throw new Error("no database");
      return 0;
    });
    const test = setUp(t, [{ ...bad.job, name: "bad" }, good.job], { maxSleepMs: HOUR_MS });
    await test.start();
    for (const [pauseMs, runs] of [
      [1_000, 2],
      [2_000, 3],
      [4_000, 4],
    ] as const) {
      await test.pass(pauseMs - 1);
      assert.equal(bad.seen.runs, runs - 1);
      await test.pass(1);
      assert.equal(bad.seen.runs, runs);
    }
    await test.notify();
    assert.deepEqual([bad.seen.runs, good.seen.runs], [4, 2]);
    assert.equal(test.lines.length, 4);
    assert.equal(JSON.parse(test.lines[0] ?? "").job, "bad");
    for (let index = 0; index < 10; index++) await test.pass(60_000);
    assert.ok(bad.seen.runs >= 13, "never more than a minute");
    isBroken = false;
    await test.pass(60_000);
    const { runs } = bad.seen;
    await test.notify();
    assert.equal(bad.seen.runs, runs + 1);
  });

  it("retries a failed job one second after the first of many notifications", async (t) => {
    let isBroken = true;
    const { job, seen } = countingJob(async () => {
      if (isBroken) throw new Error("no database");
      return 0;
    });
    const test = setUp(t, [job], { maxSleepMs: HOUR_MS });
    await test.start();
    for (let index = 0; index < 10; index++) await test.pass(60_000);
    isBroken = false;
    const { runs } = seen;
    for (let index = 0; index < 10; index++) {
      assert.equal(seen.runs, runs);
      await test.notify();
      await test.pass(100);
    }
    assert.equal(seen.runs, runs + 1);
    await test.notify();
    assert.equal(seen.runs, runs + 2, "it works again");
  });

  it("stops only when the work that runs began has ended", async (t) => {
    const began = Promise.withResolvers<void>();
    const { job } = countingJob(async () => 1, { settled: () => began.promise });
    const test = setUp(t, [job]);
    await test.start();
    let isStopped = false;
    const stopped = test.worker.stop().then(() => {
      isStopped = true;
    });
    await settle();
    assert.equal(isStopped, false);
    began.resolve();
    await stopped;
  });

  it("also pauses if it can't find out what is due next", async (t) => {
    const { job, seen } = countingJob(undefined, {
      nextDueAt: () => Promise.reject(new Error("no database")),
    });
    const test = setUp(t, [job]);
    await test.start();
    await test.pass(999);
    assert.equal(seen.runs, 1);
    await test.pass(1);
    assert.equal(seen.runs, 2);
  });

  it("works without notifications when it can't listen", async (t) => {
    const { job, seen } = countingJob();
    const test = setUp(t, [job], { listen: () => Promise.reject(new Error("no LISTEN")) });
    await test.start();
    assert.equal(seen.runs, 1);
    await test.pass(5_000);
    assert.equal(seen.runs, 2);
    assert.equal(test.lines.length, 1);
  });

  it("stops after the current run has ended, and begins no other", async (t) => {
    const release = Promise.withResolvers<number>();
    const { job, seen } = countingJob(() => release.promise);
    const test = setUp(t, [job]);
    await test.start();
    let isStopped = false;
    const stopped = test.worker.stop().then(() => {
      isStopped = true;
    });
    await settle();
    assert.equal(isStopped, false);
    release.resolve(1);
    await stopped;
    assert.equal(test.isListening(), false);
    await test.notify();
    await test.pass(HOUR_MS);
    test.worker.start();
    await settle();
    assert.equal(seen.runs, 1);
  });

  it("can stop without a start", async (t) => {
    const { job, seen } = countingJob();
    await setUp(t, [job]).worker.stop();
    assert.equal(seen.runs, 0);
  });
});
