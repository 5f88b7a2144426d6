import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { it } from "node:test";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { createFakeClock } from "#lib/testing/fake-clock.ts";
import { createSharedJob, listJobs, type Step } from "./shared-job.ts";

const HOUR_MS = 3_600_000;
const running = new AbortController().signal;

onBothDatabases("shared job", (database) => {
  function setUp(steps: Step[]) {
    const clock = createFakeClock();
    const lines: { step?: string }[] = [];
    const logger = createLogger("info", { write: (line) => void lines.push(JSON.parse(line)) });
    const name = `job-${randomUUID()}`;
    const worker = () =>
      createSharedJob({ name, db: database(), clock, logger, everyMs: HOUR_MS, steps });
    const untilDue = async () => Number(await worker().nextDueAt()) - clock.now().getTime();
    const state = async () => (await listJobs(database())).find((job) => job.name === name);
    return { clock, lines, worker, untilDue, state };
  }

  function counting(name: string, done = 1) {
    const seen = { runs: 0 };
    const run = async () => {
      seen.runs += 1;
      return done;
    };
    const step: Step = { name, run };
    return { step, seen };
  }

  it("runs once an hour across all workers, also after a restart", async () => {
    const { step, seen } = counting("one", 3);
    const { clock, worker, untilDue } = setUp([step]);
    const [first, second] = [worker(), worker()];
    assert.equal(await first.run(running), 3);
    assert.equal(await second.run(running), 0);
    assert.equal(await untilDue(), HOUR_MS);
    clock.advance({ ms: HOUR_MS - 1 });
    assert.equal(await worker().run(running), 0);
    clock.advance({ ms: 1 });
    assert.equal(await worker().run(running), 3);
    assert.equal(seen.runs, 2);
  });

  it("runs in one worker when ten begin at once", async () => {
    const { step, seen } = counting("one");
    const { worker } = setUp([step]);
    await Promise.all(Array.from({ length: 10 }, () => worker().run(running)));
    assert.equal(seen.runs, 1);
  });

  it("continues after a failed step, logs its name, and is due again soon", async () => {
    let isBroken = true;
    const broken: Step = {
      name: "broken",
      run: async () => {
        if (isBroken) throw new Error("no");
        return 1;
      },
    };
    const { step, seen } = counting("after");
    const { clock, lines, worker, untilDue, state } = setUp([broken, step]);
    assert.equal(await worker().run(running), 1);
    assert.equal(seen.runs, 1);
    assert.deepEqual(
      lines.map((line) => line.step),
      ["broken"],
    );
    assert.equal(await untilDue(), 300_000);
    const failedAt = clock.now();
    const results = async () => {
      const { lastRunAt, failedSteps, lastFailedAt } = (await state()) ?? {};
      return { lastRunAt, failedSteps, lastFailedAt };
    };
    const failed = { lastRunAt: failedAt, failedSteps: 1, lastFailedAt: failedAt };
    assert.deepEqual(await results(), failed);
    isBroken = false;
    clock.advance({ ms: 300_000 });
    assert.equal(await worker().run(running), 2);
    assert.equal(await untilDue(), HOUR_MS);
    assert.deepEqual(await results(), { ...failed, lastRunAt: clock.now(), failedSteps: 0 });
  });

  it("is released by a worker that stops, and taken at once by the next", async () => {
    const stopping = new AbortController();
    const run = async () => {
      stopping.abort();
      return 1;
    };
    const first: Step = { name: "first", run };
    const { step, seen } = counting("second");
    const { worker } = setUp([first, step]);
    assert.equal(await worker().run(stopping.signal), 1);
    assert.equal(seen.runs, 0);
    assert.equal(await worker().run(running), 2);
    assert.equal(seen.runs, 1);
  });

  it("is taken from a worker that died only after its lease ends", async () => {
    const { step, seen } = counting("one");
    const died = Promise.withResolvers<void>();
    let isDead = true;
    const dying: Step = {
      name: "dying",
      run: () => {
        if (!isDead) return Promise.resolve(1);
        died.resolve();
        return new Promise<number>(() => {});
      },
    };
    const { clock, worker } = setUp([dying, step]);
    void worker().run(running);
    const next = worker();
    await died.promise;
    isDead = false;
    clock.advance({ ms: 599_999 });
    assert.equal(await next.run(running), 0);
    clock.advance({ ms: 1 });
    assert.equal(await next.run(running), 2);
    assert.equal(seen.runs, 1);
  });

  it("is not changed by a worker that lost its lease", async () => {
    const started = Promise.withResolvers<void>();
    const held = Promise.withResolvers<number>();
    let calls = 0;
    const slow: Step = {
      name: "slow",
      run: () => {
        calls += 1;
        if (calls > 1) return Promise.resolve(1);
        started.resolve();
        return held.promise;
      },
    };
    const { step, seen } = counting("after");
    const { clock, worker, untilDue } = setUp([slow, step]);
    const first = worker().run(running);
    await started.promise;
    clock.advance({ ms: 600_000 });
    assert.equal(await worker().run(running), 2);
    held.resolve(1);
    assert.equal(await first, 1);
    assert.equal(seen.runs, 1, "the late one did not go on");
    assert.equal(await untilDue(), HOUR_MS);
  });
});
