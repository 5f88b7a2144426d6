import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { sql } from "drizzle-orm";
import { accounts } from "#lib/merchants/model/schema.ts";
import { onBothDatabases } from "./database.ts";

const versions = new Set<string>();

onBothDatabases("a test database", (database) => {
  before(async () => {
    await database()
      .insert(accounts)
      .values({ id: "acct_1", name: "One", createdAt: new Date(0) });
  });

  it("is migrated and keeps what the describe wrote", async () => {
    assert.deepEqual(await database().select({ name: accounts.name }).from(accounts), [
      { name: "One" },
    ]);
  });

  it("is a different engine each time", async () => {
    const [row] = await database()
      .select({ version: sql<string>`version()` })
      .from(sql`(select 1) as one`);
    assert.match(row?.version ?? "", /^PostgreSQL \d+/);
    assert.ok(!versions.has(row?.version ?? ""));
    versions.add(row?.version ?? "");
  });

  after(async () => {
    assert.equal((await database().select().from(accounts)).length, 1);
  });
});

onBothDatabases("another test database", (database) => {
  it("does not contain the data of the first one", async () => {
    assert.deepEqual(await database().select().from(accounts), []);
  });
});
