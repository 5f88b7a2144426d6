import assert from "node:assert/strict";
import { before, it } from "node:test";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/database.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { createWebhookTest, type WebhookTest } from "#lib/testing/webhooks.ts";
import { type Leased, newDelivery } from "#lib/webhooks/deliveries/delivery.ts";
import { recordDelivered } from "#lib/webhooks/deliveries/recorded.sql.ts";
import { deliveries, events } from "#lib/webhooks/model/schema.ts";
import * as repository from "./repository.ts";

const ROWS = 20_000;
const BATCH = 2_000;
const ANYWHERE = { known: [], after: "", most: 128 };

onBothDatabases("leases among 20 000 waiting deliveries", (database, connection) => {
  let test: WebhookTest;
  let now: Date;
  const endpointIds: string[] = [];

  before(async () => {
    test = await createWebhookTest(connection());
    now = test.clock.now();
    for (let index = 0; index < 5; index++) endpointIds.push((await test.addEndpoint()).id);
    // The plans made now are kept, as they are where rows arrive faster than statistics.
    await record(database(), (await lease(database())).leased);
    const { accountId } = test;
    for (let done = 0; done < ROWS; done += BATCH) {
      const made = Array.from({ length: BATCH }, (_, index) => {
        const event = {
          ...({ id: newId("evt"), type: "transaction.failed", payload: "{}" } as const),
          ...({ accountId, mode: "test", transactionId: null, createdAt: now } as const),
        };
        const endpointId = endpointIds[index % endpointIds.length] ?? "";
        const row = newDelivery(newId("dlv"), event.id, endpointId, now);
        const dueMs = (index % 2 ? 1 : -1) * (index + 1) * 1_000;
        return { event, row: { ...row, nextAttemptAt: new Date(now.getTime() + dueMs) } };
      });
      await database()
        .insert(events)
        .values(made.map(({ event }) => event));
      await database()
        .insert(deliveries)
        .values(made.map(({ row }) => row));
    }
  });

  async function lease(db: Database) {
    return db.transaction(async (tx) => {
      await repository.lockQueue(tx);
      const { waiting } = await repository.listWaiting(tx, now, ANYWHERE);
      const ids = waiting.flatMap(({ id }) => id ?? []);
      const leased = await repository.hold(tx, ids, now, new Date(now.getTime() + 60_000));
      const held = await repository.listHeld(tx, now);
      return { leased, counts: [waiting, leased, held].map(({ length }) => length) };
    });
  }

  async function record(db: Database, leased: Leased[]) {
    const ended = leased.map((one) => ({
      ...one,
      attempt: {
        ...{ id: newId("att"), deliveryId: one.delivery.id, startedAt: now, durationMs: 20 },
        ...{ requestHeaders: {}, responseStatus: 200, responseStart: "", error: null },
      },
    }));
    return (await recordDelivered(db, ended, now)).size;
  }

  async function reads(work: (tx: Database) => Promise<unknown>) {
    return database().transaction(async (tx) => {
      const count = async () => {
        const [row] = await tx
          .select({
            scans: sql<number>`seq_scan::int`,
            rows: sql<number>`coalesce(idx_tup_fetch, 0)::int`,
          })
          .from(sql`pg_stat_xact_user_tables`)
          .where(sql`relname = 'deliveries'`);
        return row ?? { scans: 0, rows: 0 };
      };
      const earlier = await count();
      await work(tx);
      const later = await count();
      return { scans: later.scans - earlier.scans, rows: later.rows - earlier.rows };
    });
  }

  it("read a few rows for each endpoint, never the whole table", async () => {
    const read = await reads(async (tx) => {
      const { leased, counts } = await lease(tx);
      assert.deepEqual(counts, [10, 10, 10]);
      const toLast = leased.filter(({ endpoint }) => endpoint.id === endpointIds.at(-1));
      assert.equal(await record(tx, toLast), 2);
      assert.ok(Number(await repository.nextDueAt(tx, new Date(0), now)) < now.getTime());
      assert.ok(Number(await repository.nextDueAt(tx, now, now)) > now.getTime());
    });
    assert.equal(read.scans, 0);
    assert.ok(read.rows < 500, `${read.rows} rows`);

    const whole = await reads((tx) => tx.select({ id: sql`count(id)` }).from(deliveries));
    assert.ok(whole.scans + whole.rows > 0, "or it would not have been seen");
  });

  it("are planned once", async () => {
    // All but the record of successes, whose plan is kept from the sixth time on, without a setting.
    const rows = await database()
      .select({ name: sql`name` })
      .from(sql`pg_prepared_statements`)
      .where(sql`custom_plans > 0 and name <> 'record-unlocked-delivered'`);
    assert.deepEqual(rows, []);
  });

  it("are in order of due time, without leased and paused ones", async () => {
    const [first = ""] = endpointIds;
    const rows = await database()
      .select({ id: deliveries.id, leasedUntil: deliveries.leasedUntil })
      .from(deliveries)
      .where(and(eq(deliveries.endpointId, first), eq(deliveries.status, "pending")))
      .orderBy(asc(deliveries.nextAttemptAt))
      .limit(20);
    const free = rows.filter(({ leasedUntil }) => leasedUntil === null).map(({ id }) => id);
    const { waiting } = await repository.listWaiting(database(), now, ANYWHERE);
    const found = waiting.filter(({ target }) => target.endpointId === first).map(({ id }) => id);
    assert.equal(found.length, 2);
    assert.ok(found.every((id) => id && free.includes(id)));
    const earlier = new Date(now.getTime() - 3_600_000);
    const nobody = await repository.listWaiting(database(), earlier, ANYWHERE);
    assert.deepEqual(nobody, { waiting: [], walkedTo: undefined });
  });

  it("omit what was leased or has ended since it was read, or is not due", async () => {
    const [, , third = ""] = endpointIds;
    const later = new Date(now.getTime() + 60_000);
    const all = await database()
      .select({ id: deliveries.id, dueAt: deliveries.nextAttemptAt })
      .from(deliveries)
      .where(and(eq(deliveries.endpointId, third), isNull(deliveries.leasedUntil)))
      .orderBy(asc(deliveries.nextAttemptAt));
    const [leased, ended, free] = all.map(({ id }) => id);
    const soon = all.find(({ dueAt }) => dueAt && dueAt > now);
    assert.ok(leased && ended && free && soon);
    await repository.hold(database(), [leased], now, later);
    await database()
      .update(deliveries)
      .set({ status: "delivered" })
      .where(eq(deliveries.id, ended));
    const held = await repository.hold(database(), [leased, ended, free, soon.id], now, later);
    assert.deepEqual(
      held.map(({ delivery }) => delivery.id),
      [free],
    );
  });

  it("end deliveries of a disabled endpoint in parts", async () => {
    const [, second = ""] = endpointIds;
    const key = { accountId: test.accountId, id: second, actor: "operator" } as const;
    const left = async () =>
      (await test.deliveriesTo(second)).filter(({ status }) => status === "pending").length;
    const all = await left();
    await test.webhooks.disableEndpoint(key);
    assert.equal(await left(), all - 1_000);
    for (let run = 0; run < Math.ceil(all / 1_000); run++)
      await test.webhooks.beginDue({ limit: 1 });
    await test.webhooks.settled();
    assert.equal(await left(), 2, "what is being sent ends by itself");
  });
});
