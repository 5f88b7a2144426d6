import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { sql } from "drizzle-orm";
import { onBothDatabases, serverUrl } from "#lib/testing/database.ts";
import { createDatabase, dropDatabase, onServer } from "#lib/testing/postgres-server.ts";
import { fail } from "#lib/testing/templates.ts";
import { until } from "#lib/testing/until.ts";
import { type Connection, connectPostgres } from "./client.ts";
import { isRepeatable } from "./concurrent-migration.ts";
import { isMigrated, migrate, pendingOf, readApplied, scriptOf } from "./migrate.ts";
import { NewerSchemaError } from "./migration-errors.ts";
import { type Migration, readMigrations } from "./migration-files.ts";

const KNOWN = readMigrations();

/** Later than the project's own. */
function future(number: number, ...statements: string[]): Migration {
  const isConcurrent = statements[0]?.startsWith("-- concurrently\n") ?? false;
  const tag = `9${number}_future`;
  return { tag, createdAt: 9e12 + number, hash: tag, statements, isConcurrent };
}

onBothDatabases("migrations", (database, connection) => {
  it("may be applied again", async () => {
    assert.deepEqual(await migrate(connection()), []);
    assert.equal(await isMigrated(connection()), true);
  });

  it("refuse a schema from a newer version", async () => {
    await database().execute(
      sql`insert into schema_migrations (created_at, hash) values (99999999999999, 'future')`,
    );
    await assert.rejects(migrate(connection()), NewerSchemaError);
    await database().execute(sql`delete from schema_migrations where hash = 'future'`);
    await migrate(connection());
  });

  it("build an index outside of a transaction, in order with the others", async () => {
    const known = [
      ...KNOWN,
      future(1, "create table hints (id text)"),
      future(2, "-- concurrently\ncreate index concurrently hints_id on hints (id);"),
      future(3, "alter table hints add colour text"),
    ];
    const applied = await migrate(connection(), { known });
    assert.deepEqual(applied, known.slice(KNOWN.length));
    assert.deepEqual(await migrate(connection(), { known }), []);
    await database().execute(sql`drop table hints`);
    await database().execute(sql`delete from schema_migrations where created_at > 9000000000000`);
  });

  it("refuse a query beside an open transaction, which one engine would block forever", async () => {
    const mistake = database().transaction(async () => {
      await database().execute(sql`select 1`);
    });
    await assert.rejects(mistake, (error: Error) => {
      assert.match(String(error.cause ?? error), /beside the open transaction/);
      return true;
    });
    await assert.rejects(
      database().transaction(() => database().transaction(async () => undefined)),
      /beside the open transaction/,
    );
  });
});

describe("the files of migrations", () => {
  it("have ascending times, or one would be skipped", () => {
    const times = KNOWN.map(({ createdAt }) => createdAt);
    assert.deepEqual(
      times,
      [...new Set(times)].sort((left, right) => left - right),
    );
  });

  it("can be repeated if they run concurrently", () => {
    for (const { tag, statements, isConcurrent } of KNOWN) {
      const isSafe = !isConcurrent || statements.every(isRepeatable);
      assert.ok(isSafe, tag);
    }
    for (const statement of [
      "-- concurrently\n-- why\nCREATE UNIQUE INDEX CONCURRENTLY one ON accounts (id)",
      'create index concurrently if not exists "one" on accounts (id) where id > 0;',
      "drop index concurrently if exists one;",
      "alter table accounts validate constraint one;",
      "-- In parts.\ndo $repeatable$\nbegin end $repeatable$;",
    ]) {
      assert.ok(isRepeatable(statement), statement);
    }
    for (const statement of [
      "create index one on accounts (id)",
      "drop index concurrently one",
      "update accounts set name = name",
      "do $$ begin update accounts set name = name; end $$",
      "create index concurrently on accounts (id)",
    ]) {
      assert.ok(!isRepeatable(statement), statement);
    }
  });
});

describe("migrating a database", () => {
  const name = `test_${randomBytes(8).toString("hex")}`;
  const open: Connection[] = [];
  let url = "";
  before(async () => {
    url = await createDatabase(await serverUrl(), name);
  });
  after(async () => {
    for (const connection of open) await connection.close();
    await dropDatabase(await serverUrl(), name);
  });

  function connect(): Connection {
    const connection = connectPostgres(url, fail, { size: 2 });
    open.push(connection);
    return connection;
  }

  it("by several processes at once applies each migration once, and those that waited report it", async () => {
    const sentences: string[] = [];
    const report = (sentence: string) => sentences.push(sentence);
    // An earlier version's process, which migrates.
    const older = connect();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: locked, resolve: noteLocked } = Promise.withResolvers<void>();
    const migrating = older.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(7266378201)`);
      noteLocked();
      await held;
    });
    await locked;
    const processes = [connect(), connect(), connect()].map((each) => migrate(each, { report }));
    await until(() => sentences.length === 3);
    release();
    await migrating;
    const applied = (await Promise.all(processes)).flat();
    // Each process may apply some of them.
    assert.deepEqual(
      applied.toSorted((one, other) => one.createdAt - other.createdAt),
      KNOWN,
    );
    assert.deepEqual(
      [...new Set(sentences)],
      ["Another process migrates this database: waiting for it."],
    );
    assert.equal(await isMigrated(older), true);
  });

  it("while it is written leaves no index unfinished, however often the build stopped", async () => {
    const connection = connect();
    const known = [
      ...KNOWN,
      future(1, "create table marks (id int)"),
      future(2, "-- concurrently\ncreate unique index concurrently marks_id on marks (id);"),
    ];
    await migrate(connection, { known: known.slice(0, -1) });
    await connection.db.execute(sql`insert into marks values (1), (1)`);
    await assert.rejects(migrate(connection, { known }), /create unique index/);
    const isValid = () =>
      onServer(url, async (client) => {
        const { rows } = await client.query(
          "select indisvalid from pg_index where indexrelid = to_regclass('marks_id')",
        );
        return rows.map(({ indisvalid }) => indisvalid);
      });
    assert.deepEqual(await isValid(), [false], "PostgreSQL leaves it");
    await connection.db.execute(sql`delete from marks`);

    // Building it waits for an open transaction that has written, and does not hinder others.
    await onServer(url, async (writer) => {
      await writer.query("begin");
      await writer.query("insert into marks values (7)");
      const reports: string[] = [];
      const report = (sentence: string) => reports.push(sentence);
      const both = [connect(), connect()].map((each) => migrate(each, { known, report }));
      await until(() => reports.length === 1);
      for (let id = 0; id < 5; id += 1) {
        await connection.db.execute(sql`insert into marks values (${id})`);
      }
      assert.equal((await connection.session(readApplied)).has(9e12 + 2), false);
      await writer.query("commit");
      const applied = (await Promise.all(both)).flat();
      assert.deepEqual(applied, known.slice(-1));
    });
    assert.deepEqual(await isValid(), [true]);
    // It stopped after the build, before that was recorded.
    await connection.db.execute(sql`delete from schema_migrations where hash = '92_future'`);
    assert.deepEqual(await migrate(connection, { known }), known.slice(-1));
    assert.deepEqual(await isValid(), [true]);
  });

  it("by the printed SQL gives the same schema", async () => {
    const other = await createDatabase(await serverUrl(), `${name}_script`);
    const columns = (at: string) =>
      onServer(at, async (client) => {
        const { rows } = await client.query(
          "select table_name, column_name, data_type from information_schema.columns where table_schema = 'public' and table_name <> 'marks' order by 1, 2",
        );
        return rows;
      });
    const [stopsOnErrors, ...lines] = scriptOf(KNOWN).split("\n");
    assert.equal(stopsOnErrors, "\\set ON_ERROR_STOP on");
    // As psql, which sends one statement after the other.
    const parts = lines
      .join("\n")
      .split(
        /^(?=(?:create(?: unique)?|drop) index concurrently|do \$repeatable|insert into schema_mig)/im,
      );
    await onServer(other, async (client) => {
      for (const part of parts) await client.query(part);
    });
    assert.deepEqual(await columns(other), await columns(url));
    const connection = connectPostgres(other, fail);
    assert.deepEqual(pendingOf(KNOWN, await connection.session(readApplied)), []);
    await connection.close();
    await dropDatabase(await serverUrl(), `${name}_script`);
  });

  it("yields to requests in a deadlock, retries, and keeps what it has done", async () => {
    const known = [
      ...KNOWN,
      ...[1, 2].map((number) => future(number, "select 1")),
      future(3, "create table hints (id int)"),
      future(
        4,
        "alter table accounts add colour text",
        "select pg_sleep(0.1)",
        "alter table marks add colour text",
      ),
    ];
    const reports: string[] = [];
    const report = (sentence: string) => reports.push(sentence);
    const migrating = await onServer(url, async (request) => {
      await request.query("begin");
      await request.query("lock table marks in row exclusive mode");
      const work = migrate(connect(), { known, report });
      const isLocked = `select from pg_locks
        where relation = 'accounts'::regclass and mode = 'AccessExclusiveLock' and granted`;
      while ((await request.query(isLocked)).rowCount === 0);
      // Waits for the migration, and soon the migration for it.
      await request.query("select from accounts");
      await until(() => reports.length === 1);
      const applied = await connect().session(readApplied);
      assert.deepEqual([applied.has(9e12 + 3), applied.has(9e12 + 4)], [true, false]);
      await request.query("commit");
      return work;
    });
    assert.deepEqual(migrating, known.slice(-2));
    assert.deepEqual(reports, ["A migration waits for a table that is in use: trying again."]);
  });
});
