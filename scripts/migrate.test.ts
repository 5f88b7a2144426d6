import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { parseDatabaseEnv } from "#lib/platform/configuration/env.ts";
import { readMigrations } from "#lib/platform/db/migration-files.ts";
import { openDatabase } from "#lib/platform/db/open.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { CHILD_ENVIRONMENT } from "#lib/testing/child-environment.ts";
import { freePort } from "#lib/testing/free-port.ts";
import { onServer, type PostgresServer, startPostgres } from "#lib/testing/postgres-server.ts";
import { purchase } from "#lib/testing/purchase.ts";
import { runInProcess } from "#lib/testing/run-in-process.ts";
import { until } from "#lib/testing/until.ts";
import { codeBlocks } from "./code-blocks.ts";
import { migrateDatabase } from "./operator/migrate.ts";

const LAST = readMigrations().at(-1);
const COUNT = readMigrations().length;
const SECRET = "07".repeat(32);
const silent = createLogger("silent");

const migrateWith = (variables: Record<string, string>, ...args: string[]) =>
  runInProcess(migrateDatabase, args, variables);

describe("npm run migrate", () => {
  let server: PostgresServer;
  before(async () => {
    server = await startPostgres();
  });
  after(() => server.stop());

  const as = (user: string, database: string) => {
    const url = new URL(server.url);
    url.username = user;
    url.pathname = `/${database}`;
    return url.href;
  };
  const execute = (url: string, script: string) => onServer(url, (client) => client.query(script));
  const open = (url: string) =>
    openDatabase(parseDatabaseEnv({ DATABASE_URL: url, APP_SECRET: SECRET }), silent);

  it("needs only the database's variables, shows pending migrations, applies them and then has nothing to do", async () => {
    const DATABASE_URL = await server.createDatabase("plain");
    const pending = await migrateWith({ DATABASE_URL }, "--status");
    assert.deepEqual([pending.status, pending.stderr], [2, ""]);
    assert.match(pending.stdout, new RegExp(`^0000_\\w+ +pending\n(.*pending\n){${COUNT - 1}}$`));

    const dry = await migrateWith({ DATABASE_URL }, "--dry-run");
    assert.deepEqual([dry.status, dry.stderr], [0, ""]);
    assert.match(dry.stdout, /^\\set ON_ERROR_STOP on\n/);
    assert.match(dry.stdout, /^-- 0000_\w+\nbegin;\ncreate table if not exists schema_migrations/m);
    assert.deepEqual(await migrateWith({ DATABASE_URL }, "--status"), pending, "nothing changed");

    const [node, command] = [
      process.execPath,
      ["scripts/run.mjs", "--production", "scripts/migrate.ts"],
    ];
    const { status, stdout, stderr } = spawnSync(node, command, {
      encoding: "utf8",
      env: { ...CHILD_ENVIRONMENT, DATABASE_URL },
    });
    assert.deepEqual([status, stderr], [0, ""]);
    assert.match(
      stdout,
      new RegExp(`^(applied  \\w+\n){${COUNT}}The database is up to date\\.\n$`),
    );

    const done = await migrateWith({ DATABASE_URL }, "--status");
    assert.equal(done.status, 0);
    assert.match(
      done.stdout,
      new RegExp(`^${LAST?.tag} +applied \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC$`, "m"),
    );
    const again = await migrateWith({ DATABASE_URL });
    assert.deepEqual(again, { status: 0, stdout: "The database is up to date.\n", stderr: "" });
    const nothing = await migrateWith({ DATABASE_URL }, "--dry-run");
    assert.equal(nothing.stdout, "-- The database is up to date.\n");
  });

  it("migrates the embedded database", async (t) => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), "bankside-migrate-"));
    t.after(() => rmSync(DATA_DIR, { recursive: true, force: true }));
    const { stdout } = await migrateWith({ DATA_DIR });
    assert.match(stdout, new RegExp(`^applied  ${LAST?.tag}$`, "m"));
    assert.equal((await migrateWith({ DATA_DIR }, "--status")).status, 0);
  });

  it("fails with one sentence", async () => {
    const newer = await server.createDatabase("newer");
    await migrateWith({ DATABASE_URL: newer });
    await execute(
      newer,
      "insert into schema_migrations (created_at, hash) values (99999999999999, '')",
    );
    for (const [variables, args, expected] of [
      [{ DATABASE_URL: newer }, [], /^The database was migrated by a newer version/],
      [{ DATABASE_URL: newer }, ["--status"], /^The database was migrated by a newer version/],
      [{ DATABASE_URL: newer }, ["--all"], /^Unknown option '--all'\.\n$/],
      [{ DATABASE_URL: newer }, ["now"], /^Too many arguments\. /],
      [
        { DATABASE_URL: newer },
        ["--status", "--dry-run"],
        /^Option '--status' cannot be used with option '--dry-run'\.\n$/,
      ],
      [{ DATABASE_URL: as("postgres", "nowhere") }, [], /^The database .* does not exist/],
      [{ DATABASE_URL: "postgres://ada:secret@127.0.0.1:9/x" }, [], /ECONNREFUSED/],
    ] as const) {
      const { status, stdout, stderr } = await migrateWith(variables, ...args);
      assert.deepEqual([status, stdout], [1, ""]);
      assert.match(stderr, expected);
      assert.match(stderr, /^[^\n]+\n$/);
      assert.doesNotMatch(stderr, /secret/);
    }
    await assert.rejects(open(newer), /newer version/);
    assert.equal((await migrateWith({}, "--help")).status, 0);
  });

  it("lets processes without the right to change tables wait and then serve everything", async (t) => {
    const [roles = "", grants = ""] = codeBlocks("docs/database.md", "sql");
    for (const statement of roles.split(/(?<=;)\n/)) await execute(server.url, statement);
    await execute(as("postgres", "bankside"), grants);
    const url = as("bankside", "bankside");

    const PORT = String(await freePort());
    const api = spawn(process.execPath, ["lib/api/server/server.ts"], {
      env: { ...CHILD_ENVIRONMENT, APP_SECRET: SECRET, DATABASE_URL: url, PORT },
      stdio: ["ignore", "pipe", "inherit"],
    });
    t.after(() => api.kill("SIGKILL"));
    const lines: string[] = [];
    createInterface({ input: api.stdout }).on("line", (line) => lines.push(line));
    const waiting =
      /"The database waits for a migration [^"]*: run npm run migrate as a user who may\."/;
    await until(() => lines.filter((line) => waiting.test(line)).length >= 2);
    const statusOf = async (path: string) =>
      (await fetch(`http://127.0.0.1:${PORT}${path}`)).status;
    const paths = ["/health/live", "/health/ready", "/api/transactions"];
    assert.deepEqual(await Promise.all(paths.map(statusOf)), [200, 503, 503]);
    const refused = await migrateWith({ DATABASE_URL: url });
    assert.match(refused.stderr, /^The user of DATABASE_URL lacks rights[^\n]+\n$/);

    const DATABASE_MIGRATE_URL = as("bankside_owner", "bankside");
    const migrated = await migrateWith({ DATABASE_URL: url, DATABASE_MIGRATE_URL });
    assert.deepEqual([migrated.status, migrated.stderr], [0, ""]);
    for (let tries = 0; (await statusOf("/health/ready")) !== 200; tries += 1) {
      assert.ok(tries < 600, "never ready");
      await sleep(50);
    }
    const connection = await open(url);
    t.after(connection.close);
    await purchase(connection);
    await assertNoOwner(url);
  });

  it("supports a change from one database user to two", async (t) => {
    const [, , change = ""] = codeBlocks("docs/database.md", "sql");
    await execute(server.url, "drop database bankside");
    await execute(server.url, "create database bankside owner bankside");
    const url = as("bankside", "bankside");
    await (await open(url)).close();
    await execute(as("postgres", "bankside"), change);
    const connection = await open(url);
    t.after(connection.close);
    await purchase(connection);
    await assertNoOwner(url);
    const DATABASE_MIGRATE_URL = as("bankside_owner", "bankside");
    await execute(
      as("postgres", "bankside"),
      "delete from schema_migrations where created_at = (select max(created_at) from schema_migrations)",
    );
    await assert.rejects(open(url), { name: "PendingMigrationError" });
    assert.equal((await migrateWith({ DATABASE_MIGRATE_URL }, "--status")).status, 2);
  });

  async function assertNoOwner(url: string) {
    for (const statement of [
      "create table hints (id int)",
      "alter table accounts add colour text",
      "drop table accounts",
      "truncate accounts cascade",
      "create index hints on accounts (name)",
      "alter table transactions disable trigger transactions_guard",
    ]) {
      await assert.rejects(execute(url, statement), (error) => {
        assert.ok(error instanceof pg.DatabaseError);
        assert.equal(error.code, "42501", statement);
        return true;
      });
    }
  }
});
