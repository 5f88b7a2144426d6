import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { setTimeout } from "node:timers/promises";
import { sql } from "drizzle-orm";
import pg from "pg";
import { describeFailure, isOutage } from "#lib/platform/failures/failures.ts";
import { onServer, type PostgresServer, startPostgres } from "#lib/testing/postgres-server.ts";
import { startSilentProxy } from "#lib/testing/silent-proxy.ts";
import { until } from "#lib/testing/until.ts";
import { type Connection, connectPostgres } from "./client.ts";
import type { Database } from "./database.ts";
import { clientClassOf } from "./primary.ts";
import { readValue } from "./value.ts";

const join = (...urls: string[]) => {
  const [first = "", ...others] = urls;
  const hosts = others.map((url) => `,${new URL(url).host}`).join("");
  return first.replace(new URL(first).host, (host) => host + hosts);
};
const query = (server: PostgresServer, text: string) =>
  onServer(server.url, (client) => client.query(text));
const portOf = (db: Database) => readValue(db, sql<string>`current_setting('port')`);
const outage = (pattern: RegExp) => (error: unknown) =>
  isOutage(error) && pattern.test(JSON.stringify(describeFailure(error)));

/** Repeats after an outage. */
async function works(work: () => PromiseLike<unknown>): Promise<void> {
  for (const giveUpAt = performance.now() + 20_000; ; await setTimeout(50)) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isOutage(error) || performance.now() > giveUpAt) throw error;
    }
  }
}

it("has no effect with one host", () => {
  assert.equal(clientClassOf("postgres://ada@one/shop"), pg.Client);
});

describe("a connection to a primary and its standby", () => {
  let one: PostgresServer;
  let two: PostgresServer;
  let proxy: Awaited<ReturnType<typeof startSilentProxy>>;
  let connection: Connection;
  const heard: string[] = [];
  const at = (server: PostgresServer) => new URL(server.url).port;

  before(async () => {
    [one, two] = await Promise.all([
      startPostgres({ durable: true }),
      startPostgres({ durable: true }),
    ]);
    await two.follow(one);
    proxy = await startSilentProxy(one.url);
    connection = connectPostgres(join(two.url, proxy.url), () => undefined, { size: 3 });
    await connection.listen("bankside_clock", (payload) => heard.push(payload));
  });
  after(async () => {
    await connection.close();
    await proxy.close();
    await Promise.all([one.stop(), two.stop()]);
  });

  it("goes to the one that accepts writes, in any position", async () => {
    await connection.db.execute(sql`create table kept (id serial primary key)`);
    const ports = [1, 2, 3].map(() => portOf(connection.db));
    assert.deepEqual(new Set(await Promise.all(ports)), new Set([at(one)]));
    assert.equal(await portOf(connection.reserved), at(one));
  });

  it("is down while none does, and leaves a silent primary once the other is promoted", async () => {
    // All connections of the pool are open, and would wait 17 s.
    proxy.state.isSilent = true;
    await assert.rejects(connection.readClock(), isOutage);
    await assert.rejects(connection.readClock(), outage(/is read-only/));
    const promotedAt = performance.now();
    await query(two, "select pg_promote()");
    await works(connection.readClock);
    await works(() => connection.db.execute(sql`insert into kept default values`));
    assert.ok(performance.now() - promotedAt < 5_000, "within seconds");
    assert.equal(await portOf(connection.db), at(two));
    await until(() => heard.length > 0);
    await query(two, "select pg_notify('bankside_clock', 'news')");
    await until(() => heard.includes("news"));
  });

  it("stays there when the old primary returns and accepts writes", async () => {
    proxy.cut();
    proxy.state.isSilent = false;
    for (let round = 0; round < 3; round += 1) {
      await query(
        two,
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'bankside'",
      );
      await works(() => connection.db.execute(sql`insert into kept default values`));
      assert.equal(await portOf(connection.db), at(two));
    }
  });

  it("returns when the primary becomes a standby of the other", async () => {
    await one.follow(two);
    await two.down("fast");
    await query(one, "select pg_promote()");
    await two.follow(one);
    await works(() => connection.db.execute(sql`insert into kept default values`));
    assert.equal(await portOf(connection.db), at(one));
  });

  it("waits for a primary that is slow to answer", async () => {
    const slow = await startSilentProxy(one.url);
    slow.state.isSlow = true;
    const late = connectPostgres(join(two.url, slow.url), () => undefined, { size: 1 });
    const found = portOf(late.db);
    await setTimeout(2_000);
    slow.release();
    assert.equal(await found, at(one));
    await late.close();
    await slow.close();
  });

  it("drops a connection whose server became read-only", async () => {
    const setting = sql<string>`current_setting('default_transaction_read_only')`;
    const pid = () => readValue(connection.reserved, sql<number>`pg_backend_pid()`);
    const setReadOnly = async (value: "on" | "off") => {
      await query(one, `alter system set default_transaction_read_only = ${value}`);
      await query(one, "select pg_reload_conf()");
    };
    const before = await pid();
    await setReadOnly("on");
    // Each of the server's processes reads its settings again when it comes to it.
    while ((await readValue(connection.reserved, setting)) === "off") await setTimeout(5);
    const insert = sql`insert into kept default values`;
    const write = () => connection.reserved.execute(insert);
    await assert.rejects(
      connection.reserved.transaction((tx) => tx.execute(insert)),
      outage(/25006/),
    );
    // The server tells a new connection a moment later than an open one.
    await assert.rejects(write, outage(/25006|is read-only/));
    await setReadOnly("off");
    await works(write);
    assert.notEqual(await pid(), before);
  });
});
