import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createCounter } from "./counter.ts";

const WINDOW_MS = 10_000;

function makeProcesses(count: number, points: number, response = async () => {}) {
  let time = 1_000_000;
  const sums = new Map<string, number>();
  const reported: number[] = [];
  const report = async (key: string, added: number, endsAt: number) => {
    reported.push(added);
    await response();
    const sum = (sums.get(`${key} ${endsAt}`) ?? 0) + added;
    sums.set(`${key} ${endsAt}`, sum);
    return sum;
  };
  const options = { points, windowMs: WINDOW_MS, now: () => time, report };
  const counters = Array.from({ length: count }, () => createCounter(options));
  const [first = createCounter(options)] = counters;
  return { counters, first, reported, advance: (ms: number) => (time += ms) };
}

async function passed(counter: ReturnType<typeof createCounter>, times: number, key = "key") {
  let through = 0;
  for (let tried = 0; tried < times; tried++) {
    const { isOver, sharing } = counter.count(key);
    await sharing;
    if (!isOver) through += 1;
  }
  return through;
}

describe("a counter", () => {
  it("allows its number in a window, returns the rest, and restarts with the next window", async () => {
    const { first, advance } = makeProcesses(1, 40);
    advance(4_000);
    assert.deepEqual(first.look("key"), { isOver: false, left: 40, msLeft: 6_000 });
    assert.equal(first.count("key").left, 39);
    assert.equal(await passed(first, 100), 39);
    assert.deepEqual(first.look("key"), { isOver: true, left: 0, msLeft: 6_000 });
    advance(5_999);
    assert.equal(await passed(first, 1), 0);
    advance(1);
    assert.equal(await passed(first, 100), 40);
  });

  it("counts keys separately", async () => {
    const { first } = makeProcesses(1, 40);
    assert.equal(await passed(first, 50, "one"), 40);
    assert.equal(await passed(first, 50, "other"), 40);
  });

  it("reports each twentieth, and nothing for a key with little use", async () => {
    const { first, reported } = makeProcesses(1, 200);
    await passed(first, 9);
    assert.deepEqual(reported, []);
    await passed(first, 191);
    assert.deepEqual(reported, Array(20).fill(10));
    assert.equal(await passed(first, 1000), 0);
    assert.equal(reported.length, 20, "what is refused costs nothing");
  });

  it("lets processes exceed the limit only by their unreported counts", async () => {
    const { counters } = makeProcesses(4, 200);
    let through = 0;
    for (let round = 0; round < 400; round++) {
      for (const counter of counters) through += await passed(counter, 1);
    }
    assert.ok(through >= 200, `${through}`);
    assert.ok(through <= 200 + 3 * 10, `${through}`);
  });

  it("never waits, and sends one report at a time", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { first, reported } = makeProcesses(1, 200, () => promise);
    const under = first.count.bind(first);
    const updates = Array.from({ length: 250 }, () => under("key")).map(({ sharing }) => sharing);
    assert.deepEqual(reported, [10]);
    assert.equal(first.look("key").isOver, true);
    resolve();
    await Promise.all(updates);
    assert.equal(first.look("key").left, 0);
  });

  it("counts without the database while no report succeeds", async () => {
    let isBroken = true;
    const { first } = makeProcesses(1, 40, async () => {
      if (isBroken) throw new Error("the database is gone");
    });
    let through = 0;
    for (let tried = 0; tried < 100; tried++) {
      const { isOver, sharing } = first.count("key");
      await sharing?.catch(() => {});
      if (!isOver) through += 1;
      isBroken = tried < 10;
    }
    assert.equal(through, 40);
  });

  it("keeps 50,000 keys at most", () => {
    const { first } = makeProcesses(1, 40);
    for (let key = 0; key <= 50_000; key++) first.count(String(key));
    assert.equal(first.look("0").left, 40, "the oldest is forgotten");
    assert.equal(first.look("1").left, 39);
    assert.equal(first.look("50000").left, 39);
  });
});
