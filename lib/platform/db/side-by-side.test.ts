import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { after, before, describe, it, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "#lib/platform/clock/clock.ts";
import { parseEnv } from "#lib/platform/configuration/env.ts";
import { createSeal } from "#lib/platform/crypto/seal.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { createServices } from "#lib/services/create.ts";
import { CHILD_ENVIRONMENT } from "#lib/testing/child-environment.ts";
import { makeMerchant } from "#lib/testing/factories.ts";
import { freePort } from "#lib/testing/free-port.ts";
import { writeRows } from "#lib/testing/known-rows.ts";
import { onlyInFull } from "#lib/testing/lane.ts";
import { onServer, type PostgresServer, startPostgres } from "#lib/testing/postgres-server.ts";
import { readSchema } from "#lib/testing/schema-changes.ts";
import { fail } from "#lib/testing/templates.ts";
import { type Connection, connectPostgres } from "./client.ts";
import { migrate } from "./migrate.ts";
import { type Migration, readMigrations } from "./migration-files.ts";
import { openPool } from "./pool.ts";

const SECRET = "07".repeat(32);
const KNOWN = readMigrations();
const LOAD_MS = 1_500;

/** The last one for which older processes stop; those of its version run beside all later ones. */
const [, STOP = ""] =
  [...readFileSync("docs/operating.md", "utf8").matchAll(/^\| `(\d{4}_\w+)` \|/gm)].at(-1) ?? [];
const OLDER = KNOWN.slice(0, KNOWN.findIndex(({ tag }) => tag === STOP) + 1);

// As a later version would: expand, and build an index of a big table concurrently.
const LATER: Migration[] = [
  [
    "alter table transactions add colour text",
    "alter table accounts add size integer not null default 1",
    "create table hints (id text primary key, account_id text references accounts (id))",
  ],
  ["-- concurrently\ncreate index concurrently transactions_colour on transactions (colour)"],
  ["create index hints_account on hints (account_id)"],
].map((statements, index) => ({
  tag: `900${index}_later`,
  createdAt: 9e12 + index,
  hash: `${index}`,
  statements,
  isConcurrent: statements[0]?.startsWith("-- concurrently") ?? false,
}));

/** Repeats `work` with several at a time until stopped; then rejects if one failed. */
function load(width: number, work: () => Promise<void>) {
  let [isOn, count] = [true, 0];
  const done = Promise.all(
    Array.from({ length: width }, async () => {
      while (isOn) {
        await work();
        count += 1;
        await sleep(5);
      }
    }),
  );
  done.catch(() => undefined);
  return {
    async end(): Promise<number> {
      isOn = false;
      await done;
      return count;
    },
  };
}

describe("old and new processes side by side, under load", { skip: onlyInFull }, () => {
  let server: PostgresServer;
  let url = "";
  let connection: Connection;
  before(async () => {
    server = await startPostgres();
    url = await server.createDatabase("app");
    connection = connectPostgres(url, fail, { size: 2 });
    await migrate(connection, { known: OLDER });
  });
  after(async () => {
    await connection.close();
    await server.stop();
  });

  /** Rows of an earlier version, with the time limits of its process. */
  async function writeAsOlder(t: TestContext) {
    const known = await onServer(url, readSchema);
    const pool = openPool(url, fail, { size: 3 });
    t.after(() => pool.end());
    const written: string[] = [];
    const writing = load(3, async () => {
      const client = await pool.connect();
      try {
        await client.query("begin");
        const row = await writeRows(client, known, ["deliveries", "payment_attempts"]);
        await client.query("commit");
        written.push(String(row["id"]));
      } finally {
        client.release();
      }
    });
    return {
      async end() {
        assert.ok((await writing.end()) > 20);
        const kept = "select count(*)::int as count from deliveries where id = any ($1)";
        const { rows } = await onServer(url, (client) => client.query(kept, [written]));
        assert.equal(rows[0].count, written.length, "nothing written is lost");
      },
    };
  }

  async function startApi(t: TestContext) {
    const PORT = String(await freePort());
    const child: ChildProcess = spawn(process.execPath, ["lib/api/server/server.ts"], {
      env: {
        ...CHILD_ENVIRONMENT,
        APP_SECRET: SECRET,
        DATABASE_URL: url,
        PORT,
        API_RATE_FACTOR: "100",
        LOG_LEVEL: "error",
      },
      stdio: ["ignore", "inherit", "pipe"],
    });
    t.after(() => child.kill("SIGKILL"));
    return { child, exited: once(child, "exit"), at: `http://127.0.0.1:${PORT}` };
  }

  const isReady = (at: string) =>
    fetch(`${at}/health/ready`).then(
      ({ status }) => status === 200,
      () => false,
    );

  async function untilReady(at: string): Promise<void> {
    for (let tries = 0; !(await isReady(at)); tries += 1) {
      assert.ok(tries < 600, "never ready");
      await sleep(50);
    }
  }

  async function createKey(): Promise<string> {
    const own = connectPostgres(url, fail, { size: 2 });
    const services = createServices({
      env: parseEnv({ NODE_ENV: "test", LOG_LEVEL: "silent" }),
      connection: own,
      clock: systemClock,
      logger: createLogger("silent"),
      seal: createSeal(Buffer.from(SECRET, "hex")),
    });
    const { keys } = await makeMerchant(services);
    await services.close();
    return keys.web;
  }

  /** Creates and reads back, and reads all again at the end. */
  function sell(at: string, key: string) {
    const ids: string[] = [];
    const headers = { "X-API-Key": key, "Content-Type": "application/json" };
    const ask = async (path: string, expected: number, init = {}): Promise<{ id: string }> => {
      const response = await fetch(`${at}/api/transactions${path}`, { headers, ...init });
      const body = await response.text();
      assert.equal(response.status, expected, body);
      return JSON.parse(body);
    };
    const read = async (id: string) => assert.equal((await ask(`/${id}`, 200)).id, id);
    const selling = load(3, async () => {
      const order = {
        amount: 1250,
        currency: "EUR",
        externalId: randomUUID(),
        successUrl: "https://books.example/thanks",
        failureUrl: "https://books.example/sorry",
      };
      const { id } = await ask("", 201, { method: "POST", body: JSON.stringify(order) });
      ids.push(id);
      await read(id);
      assert.ok(await isReady(at), "stays ready");
    });
    return {
      async end() {
        assert.ok((await selling.end()) > 20);
        for (const id of ids) await read(id);
      },
    };
  }

  it("lose nothing and return no 5xx during the new version's migration, and a later one", async (t) => {
    const older = await writeAsOlder(t);
    await sleep(LOAD_MS);
    // It migrates while the older ones write.
    const { child, exited, at } = await startApi(t);
    await untilReady(at);
    const newer = sell(at, await createKey());
    await sleep(LOAD_MS);
    await older.end();

    // Now it is the old one itself.
    const applied = await migrate(connection, { known: [...KNOWN, ...LATER] });
    assert.deepEqual(
      applied.map(({ tag }) => tag),
      LATER.map(({ tag }) => tag),
    );
    await sleep(LOAD_MS);
    await newer.end();

    const late = await startApi(t);
    let errors = "";
    late.child.stderr?.on("data", (chunk) => {
      errors += chunk;
    });
    assert.deepEqual(await late.exited, [1, null], "but it can't start again");
    assert.match(errors, /^The database was migrated by a newer version of Bankside: [^\n]+\n$/);
    child.kill("SIGTERM");
    assert.deepEqual(await exited, [0, null]);
  });
});
