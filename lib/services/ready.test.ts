import assert from "node:assert/strict";
import { it } from "node:test";
import { sql } from "drizzle-orm";
import { onBothDatabases } from "#lib/testing/database.ts";
import { createTestServices } from "#lib/testing/factories.ts";

/** Fails as a write does that finds no room on the disk. */
const write = sql`do $$ begin raise exception 'no room' using errcode = 'disk_full'; end $$`;

onBothDatabases("a process", (database, connection) => {
  it("is not ready until it has prepared what it serves", async () => {
    const { services } = createTestServices(connection());
    assert.equal(await services.ready(), true);
    const { promise: work, resolve } = Promise.withResolvers<void>();
    const prepared = services.readyAfter(work);
    assert.equal(await services.ready(), false);
    resolve();
    await prepared;
    assert.equal(await services.ready(), true);
  });

  it("is not ready after a write without room on the disk until there is some, but shows pages", async () => {
    const { reserved } = connection();
    // Services keep the result for a second.
    const isReady = () => createTestServices(connection()).services.ready();
    for (const attempt of [
      async () => database().execute(write),
      () => database().transaction((tx) => tx.execute(write)),
    ]) {
      await reserved.execute(sql`set temp_file_limit = '64kB'`);
      assert.equal(await isReady(), true);
      await assert.rejects(attempt, (error: Error) => /no room/.test(String(error.cause)));
      for (let time = 0; time < 2; time += 1) assert.equal(await isReady(), false);
      assert.equal(await createTestServices(connection()).services.isDatabaseReady(), true);
      await reserved.execute(sql`reset temp_file_limit`);
      for (let time = 0; time < 2; time += 1) assert.equal(await isReady(), true);
    }
  });

  it("checks for room only after a write without it", async () => {
    await connection().reserved.execute(sql`set temp_file_limit = '64kB'`);
    await assert.rejects(database().execute(sql`select 1 / 0`).execute());
    assert.equal(await connection().hasRoom(), true, "it would not be true if it had asked");
    await connection().reserved.execute(sql`reset temp_file_limit`);
  });
});
