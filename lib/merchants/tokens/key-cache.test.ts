import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createFakeClock } from "#lib/testing/fake-clock.ts";
import { createKeyCache } from "./key-cache.ts";

function build() {
  const clock = createFakeClock();
  const pauses: { ms: number; end: () => void }[] = [];
  let reads = 0;
  const cache = createKeyCache({
    clock,
    gapMs: 250,
    read: async () => ++reads,
    pause: (ms) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      pauses.push({ ms, end: resolve });
      return promise;
    },
  });
  return { clock, pauses, cache, reads: () => reads };
}

describe("key cache", () => {
  it("reads again if its value is older than the caller allows", async () => {
    const { cache, clock } = build();
    assert.equal(await cache.get(1_000), 1);
    clock.advance({ ms: 1_000 });
    assert.equal(await cache.get(1_000), 1);
    clock.advance({ ms: 1 });
    assert.equal(await cache.get(60_000), 1);
    assert.equal(await cache.get(1_000), 2);
  });

  it("reads once for all callers of the same moment", async () => {
    const { cache, reads } = build();
    await Promise.all([cache.get(1_000), cache.get(1_000), cache.get(0)]);
    assert.equal(reads(), 1);
  });

  it("reads again at once after the gap, and once for any number of requests within it", async () => {
    const { cache, clock, pauses, reads } = build();
    await cache.get(0);
    clock.advance({ ms: 100 });
    const many = Array.from({ length: 1_000 }, () => cache.reread());
    assert.deepEqual([pauses.map(({ ms }) => ms), reads()], [[150], 1]);
    pauses[0]?.end();
    assert.deepEqual(new Set(await Promise.all(many)), new Set([2]));
    clock.advance({ ms: 250 });
    assert.equal(await cache.reread(), 3);
    assert.equal(pauses.length, 1);
  });

  it("never returns a read that began before the caller's request", async () => {
    const clock = createFakeClock();
    const slow = Promise.withResolvers<void>();
    let stored = "old";
    let isFirst = true;
    const cache = createKeyCache({
      clock,
      gapMs: 0,
      async read() {
        const value = stored;
        if (isFirst) await slow.promise;
        isFirst = false;
        return value;
      },
    });
    const early = cache.reread();
    // Lets the read begin.
    await new Promise((resolve) => setImmediate(resolve));
    stored = "new";
    const late = cache.reread();
    slow.resolve();
    assert.deepEqual(await Promise.all([early, late]), ["old", "new"]);
  });

  it("does not cache a failure", async () => {
    let isDown = true;
    const read = async () => {
      if (isDown) throw new Error("down");
      return "up";
    };
    const cache = createKeyCache({ clock: createFakeClock(), gapMs: 250, read });
    await assert.rejects(cache.get(60_000), /down/);
    await assert.rejects(cache.reread(), /down/);
    isDown = false;
    assert.equal(await cache.get(60_000), "up");
  });
});
