import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { notify } from "#lib/platform/db/notifications.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant, makeTransaction } from "#lib/testing/factories.ts";
import { createFakeClock } from "#lib/testing/fake-clock.ts";
import { until } from "#lib/testing/until.ts";
import { createLiveStatus } from "./live-status.ts";
import type { Look } from "./order-reads.ts";

const outage = () => new Error("Connection terminated unexpectedly");

/** Orders whose reads the test counts, answers and delays. */
function setUp() {
  const clock = createFakeClock();
  const orders = new Map<string, Look>();
  let notified = (_payload: string) => {};
  let gate: Promise<void> | undefined;
  let failure: Error | undefined;
  const reads: string[] = [];
  const counts = { running: 0, most: 0 };
  const live = createLiveStatus({
    clock,
    checkMs: 2,
    listen: async (_channel, handler) => {
      notified = handler;
      return async () => {};
    },
    async look(reference) {
      reads.push(reference);
      const found = orders.get(reference);
      counts.running += 1;
      counts.most = Math.max(counts.most, counts.running);
      await (gate ?? sleep(1));
      counts.running -= 1;
      if (failure) throw failure;
      return found;
    },
  });
  function set(reference: string, version: string, nextChangeAt?: Date): void {
    const transaction = {
      ...({ id: `txn_${reference}`, status: "pending", payerStep: null } as const),
      ...{ lockDigest: null, lockedAt: null, releasedDigest: null },
    };
    orders.set(reference, { version, state: "ready", isFinal: false, nextChangeAt, transaction });
  }
  async function follow(reference: string) {
    const seen: (string | undefined)[] = [];
    const stop = await live.follow(reference, "web", (look) => seen.push(look?.version));
    return { seen, stop: () => stop?.() };
  }
  return {
    clock,
    orders,
    reads,
    counts,
    live,
    set,
    follow,
    notify: (payload: string) => notified(payload),
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return () => {
        gate = undefined;
        resolve();
      };
    },
    fail(error: Error | undefined) {
      failure = error;
    },
  };
}

describe("live status", () => {
  it("reads an order once when it is opened, and not again while nothing changes", async () => {
    const { follow, set, reads, clock } = setUp();
    set("one", "1");
    const { seen, stop } = await follow("one");
    assert.deepEqual(seen, ["1"]);
    clock.advance({ seconds: 3_600 });
    await sleep(20);
    assert.equal(reads.length, 1);
    stop();
  });

  it("reads a changed order once for all its pages, and no other", async () => {
    const { follow, set, reads, notify } = setUp();
    set("one", "1");
    set("two", "1");
    const pages = [await follow("one"), await follow("one"), await follow("one")];
    const other = await follow("two");
    reads.length = 0;
    set("one", "2");
    notify("txn_one");
    await until(() => pages.every(({ seen }) => seen.at(-1) === "2"));
    assert.deepEqual(reads, ["one"]);
    assert.deepEqual(other.seen, ["1"]);
    for (const { stop } of [...pages, other]) stop();
  });

  it("merges changes during a read into one more read, and ends with the latest state", async () => {
    const { follow, set, reads, notify, hold } = setUp();
    set("one", "1");
    const { seen, stop } = await follow("one");
    reads.length = 0;
    const goOn = hold();
    notify("txn_one");
    set("one", "2");
    for (let count = 0; count < 5; count += 1) notify("txn_one");
    goOn();
    await until(() => seen.at(-1) === "2");
    await sleep(10);
    assert.equal(reads.length, 2);
    stop();
  });

  it("misses no change during the first read", async () => {
    for (const payload of ["txn_one", ""]) {
      const { follow, set, notify, hold } = setUp();
      set("zero", "1");
      const first = await follow("zero");
      set("one", "1");
      const goOn = hold();
      const opening = follow("one");
      await sleep(2);
      set("one", "2");
      notify(payload);
      goOn();
      const { seen, stop } = await opening;
      await until(() => seen.at(-1) === "2");
      stop();
      first.stop();
    }
  });

  it("reads an order when it is due, and again later if it has not changed", async () => {
    const { follow, set, reads, clock } = setUp();
    const dueAt = new Date(clock.now().getTime() + 60_000);
    set("one", "1", dueAt);
    const { seen, stop } = await follow("one");
    clock.advance({ seconds: 59 });
    await sleep(20);
    assert.equal(reads.length, 1);
    clock.advance({ seconds: 1 });
    await until(() => seen.length === 2);
    await sleep(20);
    assert.equal(reads.length, 2);
    set("one", "2");
    clock.advance({ seconds: 15 });
    await until(() => seen.at(-1) === "2");
    assert.equal(reads.length, 3);
    stop();
  });

  it("reads all orders after notifications may be lost, a few at a time, changed ones first", async () => {
    const { follow, set, reads, counts, notify } = setUp();
    const pages: Awaited<ReturnType<typeof follow>>[] = [];
    for (let index = 0; index < 100; index += 1) {
      set(`${index}`, "1");
      pages.push(await follow(`${index}`));
    }
    const left = pages.pop();
    left?.stop();
    reads.length = 0;
    counts.most = 0;
    notify("");
    notify("txn_98");
    await until(() => reads.length >= 99);
    await sleep(10);
    assert.deepEqual(reads.toSorted(), [...new Set(reads)].toSorted());
    assert.equal(reads.length, 99);
    assert.equal(counts.most, 4);
    assert.ok(reads.indexOf("98") < 6, `${reads.indexOf("98")}`);
    for (const { stop } of pages) stop();
  });

  it("keeps pages in an outage and reads again later, and gives up at another failure", async () => {
    const { follow, set, notify, fail, clock } = setUp();
    set("one", "1");
    const { seen, stop } = await follow("one");
    fail(outage());
    set("one", "2");
    notify("txn_one");
    await sleep(20);
    assert.deepEqual(seen, ["1"]);
    fail(undefined);
    clock.advance({ seconds: 15 });
    await until(() => seen.at(-1) === "2");
    fail(new Error("broken"));
    notify("txn_one");
    await until(() => seen.length === 3);
    assert.equal(seen.at(-1), undefined);
    stop();
  });

  it("reads nothing for closed pages", async () => {
    const { follow, set, reads, notify, clock } = setUp();
    set("one", "1", new Date(clock.now().getTime() + 1_000));
    const { stop } = await follow("one");
    stop();
    notify("txn_one");
    notify("");
    clock.advance({ seconds: 10 });
    await sleep(20);
    assert.equal(reads.length, 1);
  });
});

onDatabase("live status", (database, connection) => {
  let services: ReturnType<typeof createTestServices>["services"];

  before(() => {
    services = createTestServices(connection()).services;
  });

  async function open() {
    const { apiKey } = await makeMerchant(services);
    const { id, reference } = await makeTransaction(services, apiKey);
    const seen: (Look | undefined)[] = [];
    const stop = await services.checkout.follow(reference, "web", (look) => seen.push(look));
    return { id, reference, seen, stop };
  }

  it("follows an order to its end, and ignores other orders and rollbacks", async () => {
    const { reference, seen, stop } = await open();
    const other = await open();
    const expected = await services.checkout.view(reference, "web");
    assert.equal(seen.at(-1)?.version, expected?.version);
    const rolledBack = database().transaction(async (tx) => {
      await notify(tx, "bankside_transaction", other.id);
      throw new Error("rolled back");
    });
    await assert.rejects(rolledBack, /rolled back/);
    await services.checkout.cancel(reference, "web");
    await until(() => seen.at(-1)?.isFinal === true);
    assert.equal(seen.at(-1)?.state, "cancelled");
    assert.equal(other.seen.length, 1);
    stop?.();
    other.stop?.();
  });
});
