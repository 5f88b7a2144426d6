import assert from "node:assert/strict";
import { beforeEach, it } from "node:test";
import { inArray, sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/database.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { rowsReadBy } from "#lib/testing/rows-read.ts";
import { createWebhookTest, type WebhookTest } from "#lib/testing/webhooks.ts";
import { deliveries } from "#lib/webhooks/model/schema.ts";
import { createLeasing } from "./leasing.ts";
import * as repository from "./queue/repository.ts";

const OTHERS = 5_000;
const SHORT = 20;
const LONG = 500;
const HOUR_MS = 3_600_000;

onDatabase("leases beside 5,000 other endpoints", (database, connection) => {
  let test: WebhookTest;
  let healthy: string;

  beforeEach(async () => {
    test = await createWebhookTest(connection());
    await database().execute(sql`delete from deliveries`);
    await database().execute(sql`delete from webhook_endpoints`);
    healthy = (await test.addEndpoint(undefined, { host: "good.example" })).id;
  });

  /** One delivery for each, whose next attempts are in the milliseconds up to `ms` from now. */
  async function addOthers(count: number, ms: number): Promise<void> {
    const at = test.clock.now().toISOString();
    const name = sql.raw(`lpad(n::text, 26, '0')`);
    const numbers = sql`generate_series(1, ${count}::int) as n`;
    await database().execute(sql`
      insert into webhook_endpoints (id, account_id, mode, url, sealed_secret, created_at, failing_since, last_failed_at, failures)
      select 'whep_' || ${name}, ${test.accountId}, 'test', 'https://down-' || n || '.example/hook', '', ${at}, ${at}, ${at}, 1
      from ${numbers}`);
    await addEvents("other", count, (n) => sql`'whep_' || ${n}`, after(ms));
  }

  const addDue = (count: number, ms = 0) =>
    addEvents("good", count, () => sql`${healthy}`, after(ms));

  const after = (ms: number) => new Date(test.clock.now().getTime() + ms).toISOString();

  async function addEvents(
    kind: string,
    count: number,
    endpointOf: (n: unknown) => unknown,
    next: string,
  ): Promise<void> {
    const name = sql.raw(`lpad(n::text, 26, '0')`);
    const numbers = sql`generate_series(1, ${count}::int) as n`;
    const id = sql`${`${kind}-${crypto.randomUUID()}-`} || n`;
    await database().execute(sql`
      insert into events (id, account_id, mode, type, payload, created_at)
      select ${id}, ${test.accountId}, 'test', 'transaction.failed', '{}', ${next} from ${numbers}`);
    await database().execute(sql`
      insert into deliveries (id, event_id, endpoint_id, status, created_at, next_attempt_at)
      select ${id}, ${id}, ${endpointOf(name)}, 'pending', ${next}::timestamptz, ${next}::timestamptz - n * interval '1 ms'
      from ${numbers}`);
  }

  /** As a worker does that has found the healthy endpoint, without keeping the leases. */
  async function rowsOfLease(): Promise<{ rows: number; leased: number }> {
    const now = test.clock.now();
    let leased = 0;
    const work = async (tx: Database) => {
      await repository.lockQueue(tx);
      await repository.listHeld(tx, now);
      const places = { known: [healthy], after: "", most: 8 };
      const { waiting } = await repository.listWaiting(tx, now, places);
      const toHealthy = waiting.filter(({ target }) => target.endpointId === healthy);
      leased = toHealthy.length;
    };
    // Entries of earlier tests that are marked as dead when they are read.
    await work(database());
    return { rows: await rowsReadBy(database(), work), leased };
  }

  async function rowsBeside(due: number, addThem: () => Promise<void>) {
    await addDue(due);
    await database().execute(sql`vacuum analyze deliveries`);
    const alone = await rowsOfLease();
    await addThem();
    await database().execute(sql`vacuum analyze deliveries`);
    const beside = await rowsOfLease();
    assert.deepEqual([alone.leased, beside.leased], [2, 2]);
    return { alone: alone.rows, beside: beside.rows };
  }

  for (const due of [SHORT, LONG]) {
    it(`read at most a tenth more rows if the others wait for a retry, and ${due} deliveries are due`, async () => {
      const { alone, beside } = await rowsBeside(due, () => addOthers(OTHERS, HOUR_MS));
      assert.ok(beside <= alone * 1.1, `${beside} rows instead of ${alone}`);
    });
  }

  it("read at most 200 rows more if the others are due and fail", async () => {
    const { alone, beside } = await rowsBeside(LONG, () => addOthers(OTHERS, -HOUR_MS));
    assert.ok(beside <= alone + 200, `${beside} rows instead of ${alone}`);
  });

  it("send to an endpoint that works at each lease once it is found among hanging ones", async () => {
    await addOthers(OTHERS, -HOUR_MS);
    // Neither the longest nor the newest due.
    await addDue(LONG, -HOUR_MS - OTHERS / 2);
    const leasing = createLeasing({ db: database(), clock: test.clock });
    let failing = 0;
    const lease = async () => {
      const leased = await leasing.lease(128);
      const own = leased.filter(({ endpoint }) => endpoint.id === healthy);
      failing += leased.length - own.length;
      await end(own.map(({ delivery }) => delivery.id));
      return own.length;
    };
    let looks = 1;
    while ((await lease()) === 0) looks++;
    assert.ok(looks < 60, `found after ${looks}`);
    for (let count = 0; count < 20; count++) assert.equal(await lease(), 2);
    // As many as fail of one account.
    assert.equal(failing, 6);
  });

  it("reach every other endpoint in the end, whatever one that works has due", async () => {
    await addOthers(300, -HOUR_MS);
    await addDue(LONG, -HOUR_MS / 2);
    await addDue(LONG, -2 * HOUR_MS);
    const leasing = createLeasing({ db: database(), clock: test.clock });
    const reached = new Set<string>();
    for (let count = 0; count < 100; count++) {
      test.clock.advance({ seconds: 1 });
      const leased = await leasing.lease(128);
      for (const { endpoint } of leased) reached.add(endpoint.id);
      await end(leased.map(({ delivery }) => delivery.id));
    }
    assert.equal(reached.size, 301);
  });

  it("start 48 and then 20 a second to failing ones, while one that works has a queue", async () => {
    await addOthers(200, -HOUR_MS);
    await database().execute(sql`
      insert into accounts select (jsonb_populate_record(a, jsonb_build_object('id', a.id || n))).*
      from accounts a, generate_series(1, 200) as n where a.id = ${test.accountId}`);
    await database().execute(sql`
      update webhook_endpoints set account_id = account_id || substr(id, 6)::int where failing_since is not null`);
    await addDue(LONG);
    const leasing = createLeasing({ db: database(), clock: test.clock });
    const begin = async () => {
      const leased = await leasing.lease(128);
      const own = leased.filter(({ endpoint }) => endpoint.id === healthy);
      assert.equal(own.length, 2);
      await end(leased.map(({ delivery }) => delivery.id));
      return leased.length - own.length;
    };
    const beginAll = async () => (await begin()) + (await begin()) + (await begin());
    assert.equal(await beginAll(), 48);
    test.clock.advance({ seconds: 1 });
    assert.equal(await beginAll(), 20);
    test.clock.advance({ seconds: 10 });
    assert.equal(await beginAll(), 48, "after a pause, again as many");
    const soon = Number(await leasing.nextDueAt()) - test.clock.now().getTime();
    assert.ok(soon <= 50, `${soon} ms`);
    await database().execute(sql`delete from deliveries where endpoint_id = ${healthy}`);
    assert.ok((await leasing.lease(128)).length > 20, "without a queue, as fast as they can");
  });

  it("end all deliveries of a disabled endpoint, though none is due", async () => {
    await addDue(2_500, HOUR_MS);
    const key = { accountId: test.accountId, id: healthy, actor: "operator" } as const;
    await test.webhooks.disableEndpoint(key);
    const left = async () =>
      (await test.deliveriesTo(healthy)).filter(({ status }) => status === "pending").length;
    assert.equal(await left(), 1_500);
    await test.webhooks.beginDue({ limit: 1 });
    await test.webhooks.beginDue({ limit: 1 });
    assert.equal(await left(), 0);
  });

  async function end(ids: string[]): Promise<void> {
    await database()
      .update(deliveries)
      .set({ status: "delivered", nextAttemptAt: null, leasedUntil: null })
      .where(inArray(deliveries.id, ids));
  }
});
