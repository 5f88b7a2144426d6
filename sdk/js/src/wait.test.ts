import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { wait } from "./wait.ts";

/** State after all pending promises have run. */
async function stateOf(promise: Promise<void>): Promise<string> {
  let state = "waiting";
  promise.then(
    () => {
      state = "over";
    },
    (error: { code?: string }) => {
      state = error.code ?? "failed";
    },
  );
  for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
  return state;
}

describe("a pause", () => {
  beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
  afterEach(() => mock.timers.reset());

  it("ends when its time has passed, not before", async () => {
    const pause = wait(500);
    mock.timers.tick(499);
    assert.equal(await stateOf(pause), "waiting");
    mock.timers.tick(1);
    assert.equal(await stateOf(pause), "over");
  });

  it("is aborted at once, before and during the wait", async () => {
    const controller = new AbortController();
    const pause = wait(500, controller.signal);
    assert.equal(await stateOf(pause), "waiting");
    controller.abort();
    assert.equal(await stateOf(pause), "aborted");
    assert.equal(await stateOf(wait(500, controller.signal)), "aborted");
  });
});
