import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import { apiKeys } from "#lib/merchants/model/schema.ts";
import type { Connection } from "#lib/platform/db/client.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { createLastUse } from "./last-use.ts";

onDatabase("last use of API keys", (database, connection: () => Connection) => {
  let test: ReturnType<typeof createTestServices>;
  before(() => {
    test = createTestServices(connection());
  });

  /** Counts updates, which fail when `isBroken`. */
  function watched(isBroken: boolean) {
    let updates = 0;
    const db = new Proxy(database(), {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (name !== "update") return typeof value === "function" ? value.bind(target) : value;
        return (table: typeof apiKeys) => {
          updates += 1;
          if (isBroken) throw new Error("the database is gone");
          return target.update(table);
        };
      },
    }) as Database;
    return { db, updates: () => updates };
  }

  it("writes once for many uses at the same time", async () => {
    const { accountId, apiKey } = await makeMerchant(test.services);
    await test.services.apiKeys.settled();
    test.clock.advance({ minutes: 2 });
    const { db, updates } = watched(false);
    const lastUse = createLastUse({ db, clock: test.clock, logger: test.services.logger });
    const row = { id: apiKey.id, lastUsedAt: null };
    for (let use = 0; use < 10; use += 1) lastUse.note(row);
    await lastUse.settled();
    assert.equal(updates(), 1);
    const found = await test.services.apiKeys.find(accountId, apiKey.id);
    assert.deepEqual(found?.lastUsedAt, test.clock.now());
  });

  it("never replaces a later use with an older one", async () => {
    const { accountId, apiKey } = await makeMerchant(test.services);
    await test.services.apiKeys.settled();
    const later = new Date(test.clock.now().getTime() + 30_000);
    await database().update(apiKeys).set({ lastUsedAt: later }).where(eq(apiKeys.id, apiKey.id));
    const lastUse = createLastUse({
      db: database(),
      clock: test.clock,
      logger: test.services.logger,
    });
    lastUse.note({ id: apiKey.id, lastUsedAt: null });
    await lastUse.settled();
    const found = await test.services.apiKeys.find(accountId, apiKey.id);
    assert.deepEqual(found?.lastUsedAt, later);
  });

  it("only logs a failure, and tries again at the next use", async () => {
    const { apiKey } = await makeMerchant(test.services);
    const warnings: string[] = [];
    const { db, updates } = watched(true);
    const logger = {
      warn: (_bindings: { err: unknown }, message: string) => warnings.push(message),
    };
    const lastUse = createLastUse({ db, clock: test.clock, logger });
    for (const count of [1, 2]) {
      lastUse.note({ id: apiKey.id, lastUsedAt: null });
      await lastUse.settled();
      assert.equal(updates(), count);
    }
    assert.deepEqual(
      new Set(warnings),
      new Set(["the last use of an API key could not be stored"]),
    );
  });
});
