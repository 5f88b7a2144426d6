import assert from "node:assert/strict";
import { it } from "node:test";
import { eq } from "drizzle-orm";
import { idempotencyKeys } from "#lib/payments/model/schema.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";

onDatabase("old idempotency keys", (database, connection) => {
  it("are deleted, except those that another transaction holds", async (t) => {
    if (!connection().pool) return t.skip("PGlite has one session");
    const test = createTestServices(connection());
    const { transactions } = test.services;
    const { apiKey } = await makeMerchant(test.services);
    for (const idempotencyKey of ["a", "b", "held"]) {
      await transactions.create({ apiKey, input: { amount: 1, currency: "EUR" }, idempotencyKey });
    }
    test.clock.advance({ minutes: 24 * 60 });
    const keys = async () =>
      (await database().select().from(idempotencyKeys)).map(({ key }) => key);
    const locked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const holding = database().transaction(async (tx) => {
      await tx.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, "held")).for("update");
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    const deleting = transactions.purgeIdempotency();
    assert.equal(await deleting.finally(released.resolve), 2);
    await holding;
    assert.deepEqual(await keys(), ["held"]);
    assert.equal(await transactions.purgeIdempotency(), 1);
    assert.deepEqual(await keys(), []);
  });
});
