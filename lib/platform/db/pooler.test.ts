import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { after, before, describe, it, type TestContext } from "node:test";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { parseDatabaseEnv } from "#lib/platform/configuration/env.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { serverUrl, stopOwnServer } from "#lib/testing/database.ts";
import { onlyInFull } from "#lib/testing/lane.ts";
import { startPgbouncer } from "#lib/testing/pgbouncer.ts";
import {
  createDatabase,
  dropDatabase,
  onServer,
  type PostgresServer,
  startPostgres,
} from "#lib/testing/postgres-server.ts";
import { purchase } from "#lib/testing/purchase.ts";
import { fail } from "#lib/testing/templates.ts";
import { connectPostgres } from "./client.ts";
import { inBatches } from "./in-batches.ts";
import { openDatabase } from "./open.ts";
import { openPatiently } from "./patience.ts";
import type { PoolOptions } from "./pool.ts";
import { isDirect } from "./pooler.ts";
import { prepare } from "./prepared.ts";
import { run } from "./run.ts";
import { readValue } from "./value.ts";

const backend = prepare("test-backend", (db) =>
  db.select({ pid: sql<number>`pg_backend_pid()` }).from(sql`(values (1)) as one`),
);

const one = prepare("test-one", (db) =>
  db.select({ one: sql<number>`one` }).from(sql`(values (1)) as ones (one)`),
);

const AGAINST_US = [
  "datestyle = German",
  "timezone = 'Asia/Kathmandu'",
  "standard_conforming_strings = off",
  "search_path = nowhere",
  "default_transaction_isolation = serializable",
  "idle_session_timeout = '1min'",
];

it("a connection whose process id pg keeps elsewhere is refused", async () => {
  const client = new pg.Client();
  Reflect.deleteProperty(client, "processID");
  await assert.rejects(isDirect(drizzle(client)), /processID/);
});

describe("behind PgBouncer in transaction mode", { skip: onlyInFull }, () => {
  let server: PostgresServer;
  let url = "";
  before(async () => {
    server = await startPostgres();
    url = await server.createDatabase("bankside");
    await onServer(server.url, (client) => client.query("create role bankside login superuser"));
  });
  after(() => server.stop());

  async function setUp(t: TestContext, settings: Record<string, string> = {}) {
    const pooler = await startPgbouncer(url, settings);
    t.after(pooler.stop);
    const lines: string[] = [];
    const logger = createLogger("error", { write: (line) => void lines.push(line) });
    const open = (variables: Record<string, string>) =>
      openPatiently(() => openDatabase(parseDatabaseEnv(variables), logger), logger);
    return { pooled: pooler.through(url), open, lines, stop: pooler.stop };
  }

  const IGNORED = {
    ignore_startup_parameters:
      "statement_timeout,lock_timeout,idle_in_transaction_session_timeout,options",
  };

  it("needs the server's own URL, whether the pooler refuses settings or ignores them", async (t) => {
    const strict = await setUp(t);
    await assert.rejects(
      strict.open({ DATABASE_URL: strict.pooled }),
      /^Error: A connection pooler refuses .* \(08P01\): set DATABASE_DIRECT_URL to/,
    );
    const lenient = await setUp(t, IGNORED);
    await assert.rejects(
      lenient.open({ DATABASE_URL: lenient.pooled }),
      /^Error: DATABASE_URL names a connection pooler: set DATABASE_DIRECT_URL too/,
    );
    await assert.rejects(
      lenient.open({ DATABASE_URL: lenient.pooled, DATABASE_DIRECT_URL: lenient.pooled }),
      /^Error: DATABASE_DIRECT_URL names a connection pooler: set it to/,
    );
    await assert.rejects(
      lenient.open({ DATABASE_URL: lenient.pooled, DATABASE_DIRECT_URL: server.url }),
      /^Error: DATABASE_URL and DATABASE_DIRECT_URL name different databases\.$/,
    );
    assert.deepEqual([...strict.lines, ...lenient.lines], [], "nothing is retried");
  });

  it("sells and takes payments with few connections for many, and logs what the role lacks", async (t) => {
    const { pooled, open, lines, stop } = await setUp(t, { default_pool_size: "3" });
    const asRole = (to: string) => to.replace("postgres@", "bankside@");
    const variables = { DATABASE_URL: asRole(pooled), DATABASE_DIRECT_URL: asRole(url) };
    for (const setting of AGAINST_US) {
      await onServer(url, (client) => client.query(`alter database bankside set ${setting}`));
    }
    const incomplete = await open(variables);
    await incomplete?.close();
    const missing = lines.splice(0).map((line) => JSON.parse(line));
    assert.ok(missing.every(({ alert }) => alert === "pooler_setting"));
    const wanted = readFileSync("docs/database.md", "utf8").match(/^alter role .*;$/gm) ?? [];
    assert.equal(wanted.length, 12);
    assert.deepEqual(
      missing.map(({ msg }) => msg),
      wanted.map((each) => `Behind the pooler of DATABASE_URL a setting is missing: ${each}`),
    );

    for (const statement of wanted) await onServer(url, (client) => client.query(statement));
    // Its connections have the settings of before.
    await stop();
    const fresh = await setUp(t, { default_pool_size: "3" });
    const connection = await fresh.open({ ...variables, DATABASE_URL: asRole(fresh.pooled) });
    assert.ok(connection);
    t.after(connection.close);
    assert.deepEqual(fresh.lines, []);
    await purchase(connection);

    const pids = new Set<number>();
    const note = (rows: { pid: number }[]) => {
      for (const { pid } of rows) pids.add(pid);
    };
    for (let round = 0; round < 40; round += 1) {
      const both = Array.from({ length: 8 }, () => run(connection.db, backend({})));
      for (const rows of await Promise.all(both)) note(rows);
      await inBatches(connection.db, async (tx) => {
        const [first] = await tx.run(backend({}));
        const [[second]] = await Promise.all([tx.run(backend({})), tx.commit()]);
        assert.deepEqual(first, second);
      });
    }
    assert.ok(pids.size > 1, "one connection has had several server processes");
    const { rows } = await onServer(url, (client) =>
      client.query(
        "select count(*)::int as count from pg_stat_activity where application_name = 'bankside'",
      ),
    );
    assert.ok(rows[0].count <= 3, `${rows[0].count} server processes`);
  });

  it("ends a query after the role's time limit", async (t) => {
    const limit = "alter role postgres set statement_timeout = '300ms'";
    await onServer(url, (client) => client.query(limit));
    const { pooled, open } = await setUp(t);
    const connection = await open({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: url });
    assert.ok(connection);
    t.after(connection.close);
    await assert.rejects(
      connection.db.execute(sql`select pg_sleep(5)`).execute(),
      (error: Error) => {
        assert.match(String(error.cause), /statement timeout/);
        return true;
      },
    );
  });
});

describe("a connection", () => {
  const name = `test_${randomBytes(8).toString("hex")}`;
  let url = "";
  before(async () => {
    url = await createDatabase(await serverUrl(), name);
  });
  after(async () => {
    await dropDatabase(await serverUrl(), name);
    await stopOwnServer();
  });

  async function kept(options: PoolOptions) {
    const { db, close } = connectPostgres(url, fail, { ...options, size: 1 });
    for (let time = 0; time < 3; time += 1) {
      assert.equal((await run(db, backend({}))).length, 1);
      await inBatches(db, (tx) => Promise.all([tx.run(backend({})), tx.run(one({})), tx.commit()]));
    }
    const names = await readValue(
      db,
      sql<string | null>`(select string_agg(name, ' ' order by name)
      from pg_prepared_statements)`,
    );
    const own = await readValue(
      db,
      sql<string>`(select string_agg(name, ' ' order by name)
      from pg_settings where source = 'client' and name like any ('{%timeout,enable_%,jit,max_parallel%}'))`,
    );
    await close();
    return { names, own };
  }

  it("to a pooler keeps nothing, and one to the server its statements and settings", async () => {
    assert.deepEqual(await kept({ directUrl: url }), { names: null, own: null });
    assert.deepEqual(await kept({}), {
      names: "begin commit test-backend test-one",
      own: "enable_seqscan idle_in_transaction_session_timeout idle_session_timeout jit lock_timeout max_parallel_workers_per_gather statement_timeout",
    });
  });
});
