import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { notify } from "#lib/platform/db/notifications.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createLiveStatus, type LiveStatus } from "./live-status.ts";

onDatabase("live status", (database, connection) => {
  let live: LiveStatus;

  before(() => {
    live = createLiveStatus(connection().listen);
  });

  it("wakes whoever watches a transaction, at commit and only for that transaction", async () => {
    const seen: string[] = [];
    const woken = Promise.withResolvers<void>();
    const stopOther = await live.watch("txn_other", () => seen.push("other"));
    const stop = await live.watch("txn_mine", () => {
      seen.push("mine");
      woken.resolve();
    });
    await database().transaction(async (tx) => {
      await notify(tx, "bankside_transaction", "txn_mine");
      assert.deepEqual(seen, []);
    });
    await woken.promise;
    assert.deepEqual(seen, ["mine"]);
    await stop();
    await stopOther();
  });

  it("says nothing after a rollback, nor to who has left", async () => {
    const seen: string[] = [];
    const stop = await live.watch("txn_left", () => seen.push("left"));
    await stop();
    const rolledBack = database().transaction(async (tx) => {
      await notify(tx, "bankside_transaction", "txn_rolled");
      throw new Error("rolled back");
    });
    const stopRolled = await live.watch("txn_rolled", () => seen.push("rolled back"));
    await assert.rejects(rolledBack, /rolled back/);
    const last = Promise.withResolvers<void>();
    await live.watch("txn_last", last.resolve);
    await notify(database(), "bankside_transaction", "txn_left");
    await notify(database(), "bankside_transaction", "txn_last");
    await last.promise;
    assert.deepEqual(seen, []);
    await stopRolled();
  });
});

describe("live status after notifications may have been lost", () => {
  it("has all pages look, spread over time, but for those that have left", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    let wake = (_payload: string) => {};
    let drawn = 0;
    const live = createLiveStatus(
      async (_channel, handler) => {
        wake = handler;
        return async () => {};
      },
      () => drawn++ / 1000,
    );
    let looks = 0;
    const onChange = () => {
      looks += 1;
    };
    const stops: (() => Promise<void>)[] = [];
    for (let page = 0; page < 1000; page += 1) {
      stops.push(await live.watch(`txn_${page}`, onChange));
    }
    wake("");
    assert.equal(looks, 0);
    t.mock.timers.tick(1_000);
    assert.ok(looks > 100 && looks <= 201, `${looks}`);
    await stops.at(-1)?.();
    t.mock.timers.tick(4_000);
    assert.equal(looks, 999);
  });
});
