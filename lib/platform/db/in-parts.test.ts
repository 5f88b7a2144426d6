import assert from "node:assert/strict";
import { it } from "node:test";
import { like, sql } from "drizzle-orm";
import { onBothDatabases } from "#lib/testing/database.ts";
import type { Database } from "./database.ts";
import { deleteInParts, inParts } from "./in-parts.ts";
import { rateLimits } from "./schema.ts";

const ROWS = sql`insert into rate_limits (key) select 'part-' || n from generate_series(1, 7) n`;
const parts = like(rateLimits.key, "part-%");

it("work in parts ends with the first part that is not full", async () => {
  const left = [3, 3, 2, 3];
  assert.equal(await inParts(async () => left.shift() ?? 0, 3), 8);
  assert.deepEqual(left, [3]);
});

onBothDatabases("rows deleted in parts", (database) => {
  it("are all that match, each part committed by itself", async () => {
    await database().execute(ROWS);
    let deletes = 0;
    const failing = new Proxy(database(), {
      get(db, name) {
        if (name === "delete" && ++deletes === 3) throw new Error("the database is gone");
        return Reflect.get(db, name);
      },
    }) as Database;
    await assert.rejects(deleteInParts(failing, rateLimits, parts, 3), /gone/);
    assert.equal(await database().$count(rateLimits, parts), 1);
    assert.equal(await deleteInParts(database(), rateLimits, parts, 3), 1);
    assert.equal(await database().$count(rateLimits, parts), 0);
  });
});
