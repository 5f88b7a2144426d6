import assert from "node:assert/strict";
import { it } from "node:test";
import { sql } from "drizzle-orm";
import { onBothDatabases } from "#lib/testing/database.ts";
import { isMigrated, migrate, NewerSchemaError } from "./migrate.ts";

onBothDatabases("migrations", (database, connection) => {
  it("may be applied by several processes at once, and again", async () => {
    await Promise.all([migrate(connection()), migrate(connection()), migrate(connection())]);
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

  it("are refused a query beside an open transaction, which would wait for ever on one engine", async () => {
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
