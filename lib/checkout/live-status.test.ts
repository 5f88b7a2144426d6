import assert from "node:assert/strict";
import { before, it } from "node:test";
import { notify } from "#lib/db/notifications.ts";
import { onEachDatabase } from "#lib/testing/database.ts";
import { createLiveStatus, type LiveStatus } from "./live-status.ts";

onEachDatabase("live status", (database, connection) => {
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
