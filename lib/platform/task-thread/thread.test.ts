import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { AppError, isAppError } from "#lib/platform/failures/errors.ts";
import type { GatedResult, GatedTask } from "#lib/testing/gated-thread.ts";
import { createTaskThread } from "./thread.ts";

describe("a thread for tasks", () => {
  const threads: Worker[] = [];
  afterEach(async () => {
    for (const thread of threads.splice(0)) await thread.terminate();
  });

  const create = (over: { ms?: number; waiting?: number; idleMs?: number } = {}) =>
    createTaskThread<GatedTask, GatedResult>({
      start: (options) => {
        const thread = new Worker("./lib/testing/gated-thread.ts", options);
        threads.push(thread);
        return thread;
      },
      ms: 60_000,
      megabytes: 32,
      waiting: 2,
      busy: () => new AppError("unavailable", { retryAfterSeconds: 5 }),
      exceeded: () => new AppError("too_many_requests"),
      ...over,
    });
  const closedGate = () => new Int32Array(new SharedArrayBuffer(4));
  const open = (gate: Int32Array) => {
    Atomics.store(gate, 0, 1);
    Atomics.notify(gate, 0);
  };
  const codeOf = (running: Promise<unknown>) =>
    running.then(
      () => undefined,
      (error: unknown) => (isAppError(error) ? error.code : String(error)),
    );

  it("keeps the event loop free during a task, and has no environment variables", async () => {
    const run = create();
    const gate = closedGate();
    const held = run({ gate, value: 7 });
    for (let turn = 0; turn < 100; turn += 1) await setImmediate();
    // Only a running event loop gets here.
    open(gate);
    const { value, threadId, variables } = await held;
    assert.deepEqual([value, threadId > 0, variables], [7, true, 0]);
  });

  it("runs one task at a time, in order, and refuses tasks beyond its queue", async () => {
    const run = create({ waiting: 2 });
    const gate = closedGate();
    const ended: number[] = [];
    const tasks = [0, 1, 2].map((value) =>
      run({ gate, value }).then((result) => void ended.push(result.value ?? -1)),
    );
    assert.equal(await codeOf(run({ value: 3 })), "unavailable");
    open(gate);
    await Promise.all(tasks);
    assert.deepEqual(ended, [0, 1, 2]);
    assert.equal((await run({ value: 4 })).value, 4);
    assert.equal(threads.length, 1, "one thread did all");
  });

  it("returns the fields that a task refuses, and keeps the thread", async () => {
    const run = create();
    await assert.rejects(run({ does: "refuse" }), {
      code: "invalid_request",
      fields: [{ path: "file", message: "wrong" }],
    });
    await run({});
    assert.equal(threads.length, 1);
  });

  for (const [does, expected] of [
    ["exit", "too_many_requests"],
    ["grow", "too_many_requests"],
    ["break", "TypeError: broken"],
  ] as const) {
    it(`continues with another thread after a task that does ${does}`, async () => {
      const run = create();
      const [failed, next] = [run({ does }), run({ value: 1 })];
      assert.equal(await codeOf(failed), expected);
      assert.equal((await next).value, 1);
      assert.equal(threads.length, 2);
    });
  }

  it("stops a task that takes too long, and runs the next", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const run = create({ ms: 1_000 });
    const [held, next] = [run({ does: "hang" }), run({ value: 1 })];
    while (threads.length === 0) await setImmediate();
    t.mock.timers.tick(1_000);
    assert.equal(await codeOf(held), "too_many_requests");
    assert.equal((await next).value, 1);
    assert.equal(threads.length, 2);
  });

  it("ends an idle thread, and starts another when it is needed", async (t) => {
    const run = create({ idleMs: 30_000 });
    t.mock.timers.enable({ apis: ["setTimeout"] });
    await run({});
    const ended = new Promise((resolve) => threads[0]?.once("exit", resolve));
    t.mock.timers.tick(30_000);
    await ended;
    assert.equal((await run({ value: 1 })).value, 1);
    assert.equal(threads.length, 2);
  });
});
