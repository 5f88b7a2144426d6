import assert from "node:assert/strict";
import { before, beforeEach, it } from "node:test";
import { insertUser } from "#lib/identity/users/profiles.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";

async function makeUser(db: Database): Promise<string> {
  const user = {
    email: `${crypto.randomUUID()}@shop.example`,
    name: "Robin Quay",
    passwordHash: "",
  };
  return (await insertUser(db, user, new Date())) ?? assert.fail("no user");
}

onDatabase("saved filters", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let holder: { accountId: string; userId: string };
  before(() => {
    test = createTestServices(connection());
  });
  beforeEach(async () => {
    const { accountId } = await makeMerchant(test.services);
    holder = { accountId, userId: await makeUser(database()) };
  });
  const names = async (of = holder) =>
    (await test.services.savedFilters.list(of)).map(({ name, query }) => `${name}: ${query}`);

  it("are listed by name, replaced, and removed", async () => {
    const { savedFilters } = test.services;
    await savedFilters.save(holder, { name: " Failed ", query: "status=failed" });
    await savedFilters.save(holder, { name: "Big", query: "min=100" });
    await savedFilters.save(holder, { name: "Failed", query: "status=failed&min=5" });
    assert.deepEqual(await names(), ["Big: min=100", "Failed: status=failed&min=5"]);
    const [big] = await savedFilters.list(holder);
    await savedFilters.remove(holder, big?.id ?? "");
    assert.deepEqual(await names(), ["Failed: status=failed&min=5"]);
  });

  it("belong to one user in one account", async () => {
    const { savedFilters } = test.services;
    await savedFilters.save(holder, { name: "Failed", query: "status=failed" });
    const [own] = await savedFilters.list(holder);
    const colleague = { ...holder, userId: await makeUser(database()) };
    const { accountId } = await makeMerchant(test.services);
    for (const other of [colleague, { ...holder, accountId }]) {
      assert.deepEqual(await names(other), []);
      await savedFilters.remove(other, own?.id ?? "");
    }
    assert.deepEqual(await names(), ["Failed: status=failed"]);
  });

  it("have a name, and are limited to 20", async () => {
    const { savedFilters } = test.services;
    for (const name of ["", " ", "a".repeat(41), "a\u0007"]) {
      await assert.rejects(savedFilters.save(holder, { name, query: "q=1" }), {
        code: "invalid_request",
      });
    }
    for (let count = 0; count < 20; count++) {
      await savedFilters.save(holder, { name: `n${count}`, query: "q=1" });
    }
    await assert.rejects(savedFilters.save(holder, { name: "more", query: "q=1" }), {
      code: "limit_reached",
    });
    await savedFilters.save(holder, { name: "n7", query: "q=2" });
  });
});
