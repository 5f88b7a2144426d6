import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { sql } from "drizzle-orm";
import { describeFailure } from "#lib/platform/failures/failures.ts";
import { onServer, type PostgresServer, startPostgres } from "#lib/testing/postgres-server.ts";
import { startSilentProxy } from "#lib/testing/silent-proxy.ts";
import { type Connection, connectPostgres } from "./client.ts";
import { withReplica } from "./replica.ts";
import { readValue } from "./value.ts";

const query = (url: string, text: string) => onServer(url, (client) => client.query(text));
const portOf = (url: string) => new URL(url).port;

describe("reads from a replica", () => {
  let primary: PostgresServer;
  let standby: PostgresServer;
  let proxy: Awaited<ReturnType<typeof startSilentProxy>>;
  let connection: Connection;
  const open: Connection[] = [];
  const logged: string[] = [];

  before(async () => {
    const start = () => startPostgres({ durable: true });
    [primary, standby] = await Promise.all([start(), start()]);
    await query(primary.url, "create table kept (id serial primary key)");
    await standby.follow(primary);
    proxy = await startSilentProxy(standby.url);
  });
  after(async () => {
    await Promise.all(open.map((one) => one.close()));
    await proxy.close();
    await Promise.all([primary.stop(), standby.stop()]);
  });
  // Each has not paused yet.
  beforeEach(() => {
    connection = connect(proxy.url);
    logged.length = 0;
  });

  function connect(replicaUrl: string): Connection {
    const own = connectPostgres(primary.url, () => undefined);
    const logger = {
      error: (details: unknown) => {
        logged.push(JSON.stringify(describeFailure((details as { err: unknown }).err)));
      },
    } as unknown as Parameters<typeof withReplica>[2]["logger"];
    const both = withReplica(own, replicaUrl, { size: 2, onError: () => undefined, logger });
    open.push(both);
    return both;
  }

  /** Where the latest row was read that was written just before. */
  async function readOwnWrite({ db, reads }: Connection): Promise<string> {
    await db.execute(sql`insert into kept default values`);
    const written = await readValue(db, sql<number>`(select max(id) from kept)`);
    const [read, port] = await reads((one) =>
      readValue(
        one,
        sql<
          [number, string]
        >`(select jsonb_build_array(max(id), current_setting('port')) from kept)`,
      ),
    );
    assert.equal(read, written);
    return port;
  }

  it("see what was written just before", async () => {
    for (let round = 0; round < 50; round += 1) {
      assert.equal(await readOwnWrite(connection), portOf(standby.url));
    }
    assert.deepEqual(logged, []);
  });

  it("go to the primary while the replica is behind, at once after the first", async () => {
    await query(standby.url, "select pg_wal_replay_pause()");
    assert.equal(await readOwnWrite(connection), portOf(primary.url));
    const startedAt = performance.now();
    assert.equal(await readOwnWrite(connection), portOf(primary.url));
    assert.ok(performance.now() - startedAt < 500);
    await query(standby.url, "select pg_wal_replay_resume()");
    assert.match(logged.join(), /is behind/);
    assert.equal(logged.length, 1);
  });

  it("go to the primary while the replica is silent", async () => {
    await readOwnWrite(connection);
    proxy.state.isSilent = true;
    assert.equal(await readOwnWrite(connection), portOf(primary.url));
    proxy.state.isSilent = false;
    proxy.cut();
  });

  it("are repeated at the primary if the replica ends them", async () => {
    const ports: string[] = [];
    const last = await connection.reads(async (db) => {
      const port = await readValue(db, sql<string>`current_setting('port')`);
      ports.push(port);
      // As PostgreSQL does if replaying removes rows that the query needs.
      if (ports.length === 1) await db.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
      return port;
    });
    assert.deepEqual([ports[0], last], [portOf(standby.url), portOf(primary.url)]);
  });

  it("never go to another database", async () => {
    const other = connect(standby.url.replace(/postgres$/, "template1"));
    assert.equal(await readOwnWrite(other), portOf(primary.url));
    assert.match(logged.join(), /names another database/);
  });

  it("go to the primary while the replica is down, or has become a primary itself", async () => {
    await standby.down("fast");
    assert.equal(await readOwnWrite(connection), portOf(primary.url));
    await standby.up();
    await query(standby.url, "select pg_promote()");
    assert.equal(await readOwnWrite(connect(standby.url)), portOf(primary.url));
  });
});
