import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { after, before, describe, it } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import type { PGlite } from "@electric-sql/pglite";
import { parseEnv } from "#lib/platform/configuration/env.ts";
import { openEmbedded } from "#lib/platform/db/embedded.ts";
import { migrate } from "#lib/platform/db/migrate.ts";
import { readMigrations } from "#lib/platform/db/migration-files.ts";
import { connectPglite } from "#lib/platform/db/pglite.ts";
import type { Services } from "#lib/services/create.ts";
import { openOwnServices } from "#lib/services/open-own.ts";
import { makeMerchant, makeTransaction } from "#lib/testing/factories.ts";
import { onlyInFull } from "#lib/testing/lane.ts";
import { backUp } from "./operator/backup.ts";
import { restore } from "./operator/restore.ts";

const SECRET = "07".repeat(32);
const NONE = Readable.from([]);

describe("backup and restore of embedded data", () => {
  let folder: string;
  let source: string;
  let file: string;

  const inFolder = (name: string) => join(folder, name);
  const variables = (DATA_DIR: string) => ({
    NODE_ENV: "test" as const,
    LOG_LEVEL: "silent",
    DATA_DIR,
    APP_SECRET: SECRET,
  });

  async function run(
    program: typeof backUp | typeof restore,
    env: Record<string, string>,
    args: string[],
    stdin = NONE,
  ) {
    const written = { stdout: [] as Uint8Array[], stderr: "" };
    const status = await program(args, {
      env,
      stdin,
      stdout: { write: (content) => written.stdout.push(Buffer.from(content)) },
      stderr: { write: (text) => (written.stderr += text) },
    });
    const content = Buffer.concat(written.stdout);
    return { status, content, stdout: content.toString(), stderr: written.stderr };
  }
  const restoreInto = (dataDir: string, ...args: string[]) =>
    run(restore, variables(dataDir), args.length > 0 ? args : [file]);

  async function withServices<T>(dataDir: string, work: (services: Services) => Promise<T>) {
    const services = await openOwnServices(parseEnv(variables(dataDir)));
    try {
      return await work(services);
    } finally {
      await services.close();
    }
  }

  async function inDatabase<T>(dataDir: string, work: (client: PGlite) => Promise<T>): Promise<T> {
    const { client, release } = await openEmbedded(dataDir);
    try {
      return await work(client);
    } finally {
      await client.close();
      release();
    }
  }

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "bankside-backup-"));
    source = inFolder("source");
    file = inFolder("first.backup");
    await withServices(source, async (services) => {
      const { apiKey } = await makeMerchant(services);
      await makeTransaction(services, apiKey, {
        externalId: "a\t\\\nü €",
        metadata: { note: '"' },
      });
      await services.tokens.publicKeys();
    });
    await inDatabase(source, (client) => client.query("select nextval('sandbox_order_numbers')"));
    const made = await run(backUp, variables(source), [file]);
    assert.deepEqual([made.status, made.stderr], [0, ""]);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Every row of every table, and the sequences. */
  const contentOf = (dataDir: string) =>
    inDatabase(dataDir, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        "select tablename as name from pg_tables where schemaname = 'public' order by 1",
      );
      const content: Record<string, unknown> = {};
      for (const { name } of rows) {
        // What a restore adds or changes.
        if (["sessions", "audit_entries", "transactions"].includes(name)) continue;
        const all = await client.query(`select t::text from "${name}" t order by 1`);
        content[name] = all.rows;
      }
      const { rows: orders } = await client.query(
        "select id, external_id, metadata, amount, created_at from transactions order by id",
      );
      const sequences = await client.query("select sequencename, last_value from pg_sequences");
      return { ...content, orders, sequences: sequences.rows };
    });

  it("write one private file, never overwrite another, and restore all data", async () => {
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const again = await run(backUp, variables(source), [file]);
    assert.equal(again.status, 1);
    assert.match(again.stderr, /first\.backup exists: choose another name\.\n$/);

    // Through a pipe, as with a program that encrypts.
    const { content } = await run(backUp, variables(source), ["-"]);
    const target = inFolder("all");
    const restored = await run(restore, variables(target), ["-"], Readable.from([content]));
    assert.deepEqual([restored.status, restored.stderr], [0, ""]);
    assert.match(restored.stdout, /^The backup of .* is restored into .*all\.\n/);
    assert.match(restored.stdout, /Pending transactions held: 1\./);
    assert.deepEqual(await contentOf(target), await contentOf(source));
    assert.deepEqual(
      readdirSync(target).filter((name) => !["lock", "holder.json"].includes(name)),
      ["postgres"],
    );
    await withServices(target, async ({ restored }) => {
      const [held] = await restored.list();
      assert.equal(held?.transaction.externalId, "a\t\\\nü €");
    });
  });

  it("refuse a folder with a database unless it may be replaced, and then keep that database", {
    skip: onlyInFull,
  }, async () => {
    const target = inFolder("used");
    await inDatabase(target, (client) => client.exec("create table precious (id int)"));
    const refused = await restoreInto(target);
    assert.deepEqual([refused.status, refused.stdout], [1, ""]);
    assert.match(refused.stderr, /has a database\. --replace sets it aside/);
    await inDatabase(target, (client) => client.query("select * from precious"));

    const replaced = await restoreInto(target, file, "--replace");
    assert.equal(replaced.status, 0, replaced.stderr);
    const [kept] = /\S+postgres-replaced-[\w-]+/.exec(replaced.stdout) ?? [];
    assert.ok(kept && existsSync(join(kept, "PG_VERSION")));
    assert.deepEqual(await contentOf(target), await contentOf(source));
  });

  it("change nothing if the file is damaged or incomplete", async () => {
    const content = readFileSync(file);
    const plain = gunzipSync(content);
    const flipped = Buffer.from(plain);
    const last = flipped.length - 2;
    flipped[last] = (flipped[last] ?? 0) ^ 1;
    const newer = plain.toString("latin1").replace(/"schema":\d+/, '"schema":9999999999999');
    const cases: [string, Uint8Array, RegExp][] = [
      ["cut", content.subarray(0, content.length - 10), /damaged, incomplete or no backup/],
      ["flipped", gzipSync(flipped), /damaged, incomplete or no backup/],
      ["shorter", gzipSync(plain.subarray(0, last)), /damaged, incomplete or no backup/],
      ["longer", gzipSync(Buffer.concat([plain, plain])), /damaged, incomplete or no backup/],
      ["empty", Buffer.alloc(0), /damaged, incomplete or no backup/],
      ["other", gzipSync("{}\n"), /damaged, incomplete or no backup/],
      ["newer", gzipSync(Buffer.from(newer, "latin1")), /newer version of Bankside: restore it/],
    ];
    const target = inFolder("untouched");
    mkdirSync(target);
    for (const [name, bytes, reason] of cases) {
      const path = inFolder(`${name}.bad`);
      writeFileSync(path, bytes);
      const { status, stdout, stderr } = await restoreInto(target, path);
      assert.deepEqual([status, stdout], [1, ""], name);
      assert.match(stderr, reason, name);
    }
    const missing = await restoreInto(target, inFolder("none"));
    assert.match(missing.stderr, /none can't be read: ENOENT/);
    assert.deepEqual(readdirSync(target), []);
  });

  it("need the APP_SECRET of the backup", async () => {
    const target = inFolder("secret");
    const { APP_SECRET: _secret, ...without } = variables(target);
    const missing = await run(restore, without, [file]);
    assert.equal(missing.status, 1);
    assert.match(missing.stderr, /^Put the backup's app-secret into .*secret first/);
    const other = { ...without, APP_SECRET: "08".repeat(32) };
    const wrong = await run(restore, other, [file]);
    assert.equal(wrong.status, 1);
    assert.match(wrong.stderr, /^APP_SECRET is not the one/);
    assert.ok(!existsSync(join(target, "postgres")));
  });

  it("restore the data of an older version, and migrate them", {
    skip: onlyInFull,
  }, async () => {
    const older = inFolder("older");
    const known = readMigrations();
    await inDatabase(older, async (client) => {
      await migrate(connectPglite(client), { known: known.slice(0, -1) });
      await client.query(
        "insert into users values ('usr_1', 'ada@shop.example', 'Ada', 'none', now(), null, null, null, now())",
      );
    });
    const path = inFolder("older.backup");
    assert.equal((await run(backUp, variables(older), [path])).status, 0);
    const target = inFolder("migrated");
    const { status, stderr } = await restoreInto(target, path);
    assert.equal(status, 0, stderr);
    await inDatabase(target, async (client) => {
      const { rows } = await client.query("select email from users");
      assert.deepEqual(rows, [{ email: "ada@shop.example" }]);
      const applied = await client.query("select count(*)::int as count from schema_migrations");
      assert.deepEqual(applied.rows, [{ count: known.length }]);
    });
  });

  it("finish at the next start after a kill between the two databases", {
    skip: onlyInFull,
  }, async () => {
    const target = inFolder("killed");
    const { APP_SECRET: _secret, ...without } = variables(target);
    mkdirSync(target);
    writeFileSync(join(target, "app-secret"), SECRET);
    assert.equal((await run(restore, without, [file])).status, 0);
    renameSync(join(target, "postgres"), join(target, "restored"));
    assert.deepEqual(await contentOf(target), await contentOf(source));
    assert.ok(!existsSync(join(target, "restored")));
  });

  it("refuse to run beside the service, and with a PostgreSQL server", async () => {
    const opener = `import { openEmbedded } from "#lib/platform/db/embedded.ts";
      await openEmbedded(${JSON.stringify(source)}); console.log("open"); setInterval(() => {}, 1000);`;
    const service = spawn(process.execPath, ["--input-type=module", "--eval", opener]);
    await once(service.stdout, "data");
    const inUse = new RegExp(`is in use by process ${service.pid} since`);
    assert.match((await run(backUp, variables(source), [inFolder("no")])).stderr, inUse);
    assert.match((await restoreInto(source, file, "--replace")).stderr, inUse);
    assert.ok(!existsSync(inFolder("no")));
    service.kill("SIGKILL");
    await once(service, "exit");

    const server = { ...variables(source), DATABASE_URL: "postgres://bankside@127.0.0.1:9/none" };
    for (const [program, name] of [
      [backUp, "pg_dump"],
      [restore, "pg_restore"],
    ] as const) {
      const { status, stderr } = await run(program, server, [file]);
      assert.equal(status, 1);
      assert.match(
        stderr,
        new RegExp(`use ${name}, as docs/backup\\.md#postgresql describes\\.\n$`),
      );
    }
  });

  it("explain a wrong command line, and a folder without a database", async () => {
    const cases: [typeof backUp | typeof restore, string[], RegExp][] = [
      [backUp, ["a", "b"], /^Too many arguments\. .*\n$/],
      [backUp, ["--fast"], /^Unknown option '--fast'\.\n$/],
      [restore, [], /^Name the file to restore, or - for standard input\.\n$/],
      [restore, ["a", "--replace=yes"], /^Unknown option '--replace=yes'\.\n$/],
      [backUp, [inFolder("x")], /^There is no database in .*nowhere\.\n$/],
    ];
    for (const [program, args, sentence] of cases) {
      const { status, stderr } = await run(program, variables(inFolder("nowhere")), args);
      assert.equal(status, 1);
      assert.match(stderr, sentence);
    }
    assert.match(
      (await run(restore, variables(source), ["--help"])).stdout,
      /^Usage: npm run -s restore/,
    );
    assert.ok(!existsSync(inFolder("nowhere")));
  });

  it("run as commands of npm and of the image", { skip: onlyInFull }, () => {
    const env = { ...process.env, ...variables(source), INIT_CWD: folder };
    const call = (...args: string[]) =>
      spawnSync(process.execPath, args, {
        env,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
      });
    const made = call("scripts/run.mjs", "--production", "scripts/backup.ts", "npm.backup");
    assert.equal(made.status, 0, made.stderr);
    const target = { ...env, DATA_DIR: inFolder("image") };
    const restored = spawnSync(
      process.execPath,
      ["scripts/mode.ts", "restore", inFolder("npm.backup")],
      { env: target, encoding: "utf8" },
    );
    assert.equal(restored.status, 0, restored.stderr);
  });
});
