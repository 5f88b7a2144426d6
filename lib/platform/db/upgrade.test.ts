import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, it } from "node:test";
import type pg from "pg";
import { serverUrl, stopOwnServer } from "#lib/testing/database.ts";
import { createTestServices } from "#lib/testing/factories.ts";
import { writeRows } from "#lib/testing/known-rows.ts";
import { createDatabase, dropDatabase, onServer } from "#lib/testing/postgres-server.ts";
import { readSchema } from "#lib/testing/schema-changes.ts";
import { fail } from "#lib/testing/templates.ts";
import { type Connection, connectPostgres } from "./client.ts";
import { migrate } from "./migrate.ts";
import { OlderSchemaError } from "./migration-errors.ts";
import { readMigrations } from "./migration-files.ts";

const [FIRST, ...LATER] = readMigrations();
/** Of the 44 migrations that the first one replaced, the last and the one before. */
const [LAST_REPLACED, ONE_BEFORE] = [1_795_842_615_371, 1_795_841_583_199];

const MOVED = {
  lock_digest: null,
  locked_at: null,
  released_digest: null,
  payer_step: null,
  returned_at: null,
  transfer_reference: null,
  transfer_shown_at: null,
  transfer_reported_at: null,
};

describe("a database of the commit before the migrations became one", () => {
  const name = `test_${randomBytes(8).toString("hex")}`;
  let [url, id] = ["", ""];
  let stored: Record<string, unknown> = {};
  let connection: Connection;
  const onDatabase = <T>(work: (client: pg.Client) => Promise<T>) => onServer(url, work);
  const record = (time: number) =>
    onDatabase((client) =>
      client.query("insert into schema_migrations values ($1, 'replaced')", [time]),
    );

  before(async () => {
    url = await createDatabase(await serverUrl(), name);
    connection = connectPostgres(url, fail);
    await onDatabase(async (client) => {
      for (const statement of FIRST?.statements ?? []) await client.query(statement);
      await writeRows(client, await readSchema(client));
      await client.query(`create table schema_migrations (
        created_at bigint primary key, hash text not null, applied_at timestamptz not null default now())`);
      const { rows } = await client.query("select * from transactions");
      stored = rows[0];
      id = String(stored["id"]);
      // One that no browser has opened, and that no transfer can pay.
      await client.query(
        "insert into transactions select (jsonb_populate_record(t, $1)).* from transactions t",
        [{ ...MOVED, id: "untouched", reference: "untouched", external_id: "untouched" }],
      );
    });
  });
  after(async () => {
    await connection.close();
    await dropDatabase(await serverUrl(), name);
    await stopOwnServer();
  });

  it("is refused while it lacks one of them", async () => {
    await record(ONE_BEFORE);
    await assert.rejects(migrate(connection), OlderSchemaError);
  });

  it("gets the later ones only, and keeps its payments", async () => {
    await record(LAST_REPLACED);
    assert.deepEqual(await migrate(connection), LATER);
    const { transactions } = createTestServices(connection).services;
    const found = await transactions.findById(id);
    assert.deepEqual(
      {
        lock_digest: found?.lockDigest,
        locked_at: found?.lockedAt,
        released_digest: found?.releasedDigest,
        payer_step: found?.payerStep,
        returned_at: found?.returnedAt,
        transfer_reference: found?.transferReference,
        transfer_shown_at: found?.transferShownAt,
        transfer_reported_at: found?.transferReportedAt,
      },
      Object.fromEntries(Object.keys(MOVED).map((column) => [column, stored[column]])),
    );
    assert.equal((await transactions.findById("untouched"))?.lockedAt, null);
    await onDatabase(async (client) => {
      const attempts = "select account_id, mode from payment_attempts where transaction_id = $1";
      const { account_id, mode } = stored;
      assert.deepEqual((await client.query(attempts, [id])).rows, [{ account_id, mode }]);
      for (const table of ["checkouts", "expected_transfers"]) {
        assert.equal((await client.query(`select from ${table}`)).rowCount, 1, table);
      }
    });
  });
});
