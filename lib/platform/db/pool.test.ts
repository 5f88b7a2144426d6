import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, it, type TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import { inspect } from "node:util";
import { sql } from "drizzle-orm";
import pg from "pg";
import { isOutage } from "#lib/platform/failures/failures.ts";
import { serverUrl, stopOwnServer } from "#lib/testing/database.ts";
import { keptBytes } from "#lib/testing/kept-bytes.ts";
import { createDatabase, dropDatabase, startPostgres } from "#lib/testing/postgres-server.ts";
import { startSilentProxy } from "#lib/testing/silent-proxy.ts";
import { until } from "#lib/testing/until.ts";
import { connectPostgres } from "./client.ts";
import { inBatches } from "./in-batches.ts";
import type { PoolOptions } from "./pool.ts";
import { prepare } from "./prepared.ts";
import { run } from "./run.ts";

const one = sql`select 1`;
const preparedOne = prepare("test-one", (db) =>
  db.select({ one: sql<number>`one` }).from(sql`(select 1 as one) as ones`),
);
const LONG = 50_000;
const rowsOf = (result: unknown) => (result as { rows: unknown[] }).rows;
const outage = (error: unknown) => isOutage(error);

describe("a pool on a server that fails", () => {
  const name = `test_${randomBytes(8).toString("hex")}`;
  let url = "";
  before(async () => {
    url = await createDatabase(await serverUrl(), name);
  });
  after(async () => {
    await dropDatabase(await serverUrl(), name);
    await stopOwnServer();
  });

  async function setUp(t: TestContext, options: PoolOptions) {
    const proxy = await startSilentProxy(url);
    const connection = connectPostgres(proxy.url, () => undefined, options);
    t.after(async () => {
      proxy.state.isSilent = false;
      await connection.close();
      await proxy.close();
    });
    return { proxy, ...connection };
  }

  it("drops a silent connection, in a query and in a transaction, and recovers", async (t) => {
    const { db, proxy } = await setUp(t, { size: 2, silenceMs: 300 });
    for (let round = 0; round < 3; round += 1) {
      await db.transaction((tx) => tx.execute(one));
      proxy.state.isSilent = true;
      await assert.rejects(db.execute(one), outage);
      proxy.state.isSilent = false;
      await assert.rejects(
        db.transaction(async (tx) => {
          await tx.execute(one);
          proxy.state.isSilent = true;
          await tx.execute(one);
        }),
        outage,
      );
      proxy.state.isSilent = false;
    }
    await Promise.all([1, 2, 3].map(() => db.transaction((tx) => tx.execute(one))));
  });

  it("drops a connection that was idle for long, but keeps it until then", async (t) => {
    const { db, proxy } = await setUp(t, { size: 1, silenceMs: 100 });
    const pid = sql`select pg_backend_pid()`;
    const first = await db.execute(pid);
    for (let times = 0; times < 2; times += 1) {
      await setTimeout(250);
      assert.deepEqual(rowsOf(await db.execute(pid)), rowsOf(first));
    }
    proxy.state.isSilent = true;
    await assert.rejects(db.execute(one), outage);
    proxy.state.isSilent = false;
    assert.notDeepEqual(rowsOf(await db.execute(pid)), rowsOf(first));
  });

  it("drops a silent connection, in prepared statements and batches, and recovers", async (t) => {
    const { db, proxy } = await setUp(t, { size: 2, silenceMs: 300 });
    const two = () =>
      inBatches(db, async (tx) => {
        await tx.run(preparedOne({}));
        proxy.state.isSilent = true;
        await Promise.all([tx.run(preparedOne({})), tx.commit()]);
      });
    for (let round = 0; round < 3; round += 1) {
      // Opens both connections: a new one would wait longer.
      const rows = await Promise.all([1, 2].map(() => run(db, preparedOne({}))));
      assert.deepEqual(rows, [[{ one: 1 }], [{ one: 1 }]]);
      proxy.state.isSilent = true;
      await assert.rejects(run(db, preparedOne({})), outage);
      await assert.rejects(
        inBatches(db, (tx) => tx.run(preparedOne({}))),
        outage,
      );
      proxy.state.isSilent = false;
      await assert.rejects(two(), outage);
      proxy.state.isSilent = false;
    }
    await Promise.all([1, 2, 3].map(() => run(db, preparedOne({}))));
  });

  it("does not wait for a rollback on a silent connection", async (t) => {
    const { db, proxy } = await setUp(t, { size: 1, silenceMs: 1_000 });
    const { promise: given, resolve: giveUp } = Promise.withResolvers<void>();
    const work = db.transaction(async (tx) => {
      proxy.state.isSilent = true;
      await tx.execute(one).then(undefined, (error: unknown) => {
        giveUp();
        throw error;
      });
    });
    const failed = assert.rejects(work, outage).then(() => "ended");
    await given;
    assert.equal(await Promise.race([failed, setTimeout(900, "waits")]), "ended");
  });

  it("loses no connection to a failed BEGIN", async (t) => {
    const { db, proxy } = await setUp(t, { size: 2, silenceMs: 500 });
    for (let round = 0; round < 4; round += 1) {
      await db.transaction((tx) => tx.execute(one));
      proxy.state.isSilent = true;
      await assert.rejects(
        db.transaction(async () => assert.fail("nothing runs")),
        outage,
      );
      proxy.state.isSilent = false;
    }
    await Promise.all([1, 2].map(() => db.transaction((tx) => tx.execute(one))));
  });

  it("survives connections killed in the middle of transactions", async (t) => {
    const { db } = await setUp(t, { size: 4 });
    const killer = connectPostgres(url, () => undefined, { size: 1 });
    t.after(killer.close);
    for (let round = 0; round < 20; round += 1) {
      const { promise: isOpen, resolve } = Promise.withResolvers<number>();
      const { promise: killed, resolve: goOn } = Promise.withResolvers<void>();
      const work = db.transaction(async (tx) => {
        const result = await tx.execute(sql`select pg_backend_pid() as pid`);
        resolve(Number((result as unknown as { rows: { pid: number }[] }).rows[0]?.pid));
        await killed;
        await tx.execute(one);
      });
      const failed = assert.rejects(work, outage);
      await killer.db.execute(sql`select pg_terminate_backend(${await isOpen}::int, 5000)`);
      goOn();
      await failed;
    }
    await db.transaction((tx) => tx.execute(one));
  });

  it("queues a hundred queries per connection, and refuses more", async (t) => {
    const { db } = await setUp(t, { size: 1 });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: isOpen, resolve: opened } = Promise.withResolvers<void>();
    const holder = db.transaction(async (tx) => {
      await tx.execute(one);
      opened();
      await held;
    });
    await isOpen;
    const waiting = Array.from({ length: 100 }, () => db.execute(one).execute());
    const refused = (error: unknown) => isOutage(error) && inspect(error).includes("too many");
    await assert.rejects(db.execute(one).execute(), refused);
    await assert.rejects(
      db.transaction(async () => assert.fail("nothing runs")),
      refused,
    );
    release();
    await holder;
    await Promise.all(waiting);
  });

  it("responds on the reserved connection while all others are in use", async (t) => {
    const { db, reserved, readClock } = await setUp(t, { size: 1 });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: isOpen, resolve: opened } = Promise.withResolvers<void>();
    const holder = db.transaction(async (tx) => {
      await tx.execute(one);
      opened();
      await held;
    });
    await isOpen;
    const waiting = Array.from({ length: 100 }, () => db.execute(one).execute());
    await assert.rejects(db.execute(one).execute(), outage);
    await reserved.execute(one);
    await readClock();
    release();
    await holder;
    await Promise.all(waiting);
  });

  it("keeps no rows that have been read until a full collection", async (t) => {
    const { db, close } = connectPostgres(url, () => undefined, { size: 1 });
    t.after(close);
    const read = prepare("test-long", (mock) =>
      mock
        .select({ long: sql<string>`long` })
        .from(sql`(select repeat('x', ${sql.raw(String(LONG))}) as long) as longs`),
    );
    for (const work of [
      () => run(db, read({})),
      () => db.execute(sql.raw(`select repeat('x', ${LONG})`)),
    ]) {
      const kept = await keptBytes(work);
      assert.ok(kept < LONG / 4, `${kept} bytes of each`);
    }
    const limited = new pg.Pool({ connectionString: url, max: 1, query_timeout: 5_000 });
    t.after(() => limited.end());
    const kept = await keptBytes(() => limited.query(`select repeat('x', ${LONG})`));
    assert.ok(kept > LONG / 2, `with query_timeout ${kept} bytes of each`);
  });

  it("assumes nothing about a COMMIT without a response", async (t) => {
    const { db, proxy } = await setUp(t, { size: 2, silenceMs: 300 });
    await db.execute(sql`create table kept (id int primary key)`);
    const work = db.transaction(async (tx) => {
      await tx.execute(sql`insert into kept values (1)`);
      proxy.state.isSilent = true;
    });
    await assert.rejects(work, outage);
    proxy.state.isSilent = false;
    await db.execute(sql`insert into kept values (1) on conflict do nothing`);
    const result = await db.execute(sql`select count(*)::int as count from kept`);
    assert.deepEqual((result as unknown as { rows: unknown[] }).rows, [{ count: 1 }]);
  });
});

describe("a pool whose server is restarted", () => {
  it("recovers each time without help", async (t) => {
    const server = await startPostgres({ durable: true });
    t.after(() => server.stop());
    const connection = connectPostgres(await server.createDatabase("app"), () => undefined);
    t.after(connection.close);
    const { db } = connection;
    await db.execute(sql`create table kept (id serial primary key)`);
    let acknowledged = 0;
    for (const how of ["fast", "crash", "crash"] as const) {
      let isDown = false;
      const load = Promise.all(
        Array.from({ length: 8 }, async () => {
          while (!isDown) {
            await db
              .transaction((tx) => tx.execute(sql`insert into kept default values`))
              .then(
                () => {
                  acknowledged += 1;
                },
                (error) => assert.ok(isOutage(error), String(error)),
              );
          }
        }),
      );
      const before = acknowledged;
      await until(() => acknowledged > before + 20);
      await server.down(how);
      await assert.rejects(db.execute(one).execute(), outage);
      isDown = true;
      await load;
      await server.up();
      await db.execute(one);
    }
    const result = await db.execute(sql`select count(*)::int as count from kept`);
    const [row] = (result as unknown as { rows: { count: number }[] }).rows;
    assert.ok((row?.count ?? 0) >= acknowledged, `${row?.count} of ${acknowledged}`);
  });
});
