import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, describe, it, type TestContext } from "node:test";
import { inspect } from "node:util";
import { sql } from "drizzle-orm";
import { parseDatabaseEnv } from "#lib/platform/configuration/env.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { isOutage } from "#lib/platform/failures/failures.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { serverUrl, stopOwnServer } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant, makeTransaction } from "#lib/testing/factories.ts";
import { dropDatabase, onServer } from "#lib/testing/postgres-server.ts";
import { purchase } from "#lib/testing/purchase.ts";
import { type Connection, connectPostgres } from "./client.ts";
import type { Database } from "./database.ts";
import { openDatabase, openForMigration } from "./open.ts";
import { readValue } from "./value.ts";

/** The last six make no difference. */
const AGAINST_US = {
  datestyle: "German, DMY",
  timezone: "Asia/Kathmandu",
  standard_conforming_strings: "off",
  search_path: "nowhere",
  default_transaction_isolation: "serializable",
  idle_session_timeout: "50ms",
  statement_timeout: "1ms",
  lock_timeout: "1ms",
  idle_in_transaction_session_timeout: "1ms",
  client_encoding: "LATIN1",
  default_transaction_deferrable: "on",
  intervalstyle: "sql_standard",
  bytea_output: "escape",
  extra_float_digits: "-15",
  row_security: "off",
};

const OURS = {
  datestyle: "ISO",
  timezone: "UTC",
  standard_conforming_strings: "on",
  search_path: "public",
  default_transaction_isolation: "read committed",
  idle_session_timeout: "0",
  statement_timeout: "15s",
  lock_timeout: "10s",
  idle_in_transaction_session_timeout: "20s",
  client_encoding: "UTF8",
};

after(stopOwnServer);

async function create(t: TestContext, options = "") {
  const server = await serverUrl();
  const name = `test_${randomBytes(8).toString("hex")}`;
  const execute = (statement: string) => onServer(server, (client) => client.query(statement));
  await execute(`create database ${name} template template0 ${options}`);
  t.after(() => dropDatabase(server, name));
  const url = new URL(server);
  url.pathname = name;
  return { name, url: url.href, execute };
}

function open(url: string, as = openDatabase) {
  const lines: string[] = [];
  const logger = createLogger("error", { write: (line) => void lines.push(line) });
  const opening = as(parseDatabaseEnv({ DATABASE_URL: url }), logger);
  return { opening, lines };
}

const settingsOf = (db: Database) =>
  readValue(
    db,
    sql<Record<string, string>>`(select jsonb_object_agg(name, current_setting(name))
      from unnest(${sql.param(Object.keys(OURS))}::text[]) as names (name))`,
  );

/** Of eight orders, with a name that only some encodings have; each five times at once, with two amounts. */
async function createAtOnce(connection: Connection): Promise<void> {
  const { services } = createTestServices(connection);
  const { apiKey } = await makeMerchant(services);
  const attempts = Array.from({ length: 40 }, (_, at) =>
    makeTransaction(services, apiKey, {
      externalId: `Łódź € 漢字 ${at % 8}`,
      amount: 1_000 + (at % 2),
    }),
  );
  const ends = await Promise.allSettled(attempts);
  for (const end of ends) {
    if (end.status === "rejected") assert.ok(isAppError(end.reason), inspect(end.reason));
  }
  const [first] = ends.flatMap((end) => (end.status === "fulfilled" ? [end.value] : []));
  assert.ok(first);
  const cancelled = await services.transactions.cancel(apiKey, first.id);
  assert.deepEqual([cancelled.status, cancelled.failureReason], ["failed", "cancelled"]);
}

describe("a database with other settings", () => {
  it("is migrated and used, with any initial settings of its sessions", async (t) => {
    const { name, url, execute } = await create(t);
    for (const [setting, value] of Object.entries(AGAINST_US)) {
      const written = setting === "datestyle" ? value : `'${value}'`;
      await execute(`alter database ${name} set ${setting} = ${written}`);
    }
    const { opening, lines } = open(url);
    const connection = await opening;
    try {
      await purchase(connection);
      await createAtOnce(connection);
      for (const db of [connection.db, connection.reserved]) {
        const { datestyle = "", ...others } = await settingsOf(db);
        assert.deepEqual({ ...others, datestyle: datestyle.split(",")[0] }, OURS);
      }
    } finally {
      await connection.close();
    }
    assert.deepEqual(lines, [], "no connection was lost");
  });

  it("keeps the options of its URL, except ours", async (t) => {
    const { url } = await create(t);
    const options = "-c search_path=nowhere -c work_mem=5MB";
    for (const query of [
      `options=${encodeURIComponent(options)}`,
      `options=${options.replaceAll(" ", "+")}&fallback_application_name=shop`,
      `keepalives=1&options=${encodeURIComponent(options)}&fallback_application_name=shop`,
    ]) {
      const { db, close } = connectPostgres(`${url}?${query}`, assert.ifError, { size: 1 });
      const both = sql<string>`current_setting('search_path') || ' ' || current_setting('work_mem')`;
      assert.equal(await readValue(db, both), "public 5MB", query);
      await close();
    }
  });

  it("is refused with a sentence if its encoding can't store all texts", async (t) => {
    for (const encoding of ["LATIN1", "WIN1252", "EUC_JP"]) {
      const { url } = await create(t, `encoding '${encoding}' lc_collate 'C' lc_ctype 'C'`);
      for (const as of [openDatabase, openForMigration]) {
        await assert.rejects(open(url, as).opening, (error: Error) => {
          assert.match(
            error.message,
            new RegExp(`^The database's encoding is ${encoding}, .*\\.$`),
          );
          assert.ok(!isOutage(error), "waiting does not help");
          return true;
        });
      }
    }
  });

  it("is accepted if it stores bytes unchanged", async (t) => {
    const { url } = await create(t, "encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C'");
    const connection = await open(url).opening;
    await purchase(connection);
    await createAtOnce(connection);
    await connection.close();
  });

  it("is waited for while it is read-only, with a sentence on how to end it", async (t) => {
    const { name, url, execute } = await create(t);
    await execute(`alter database ${name} set default_transaction_read_only = on`);
    let statements = "";
    for (const as of [openDatabase, openForMigration]) {
      await assert.rejects(open(url, as).opening, (error: Error) => {
        const [sentence, advice = ""] =
          /^The database is read-only by \w+: (.*)$/.exec(error.message) ?? [];
        assert.ok(sentence, error.message);
        assert.ok(isOutage(error));
        statements = advice;
        return true;
      });
    }
    const several = url.replace(/@([^/]+)/, "@$1,$1");
    await assert.rejects(open(several).opening, (error: Error) => {
      assert.match(inspect(error), /server is read-only by default_transaction_read_only/);
      return true;
    });
    for (const statement of statements.split("; ")) await execute(statement);
    await (await open(url).opening).close();
  });
});
