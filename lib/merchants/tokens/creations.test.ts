import assert from "node:assert/strict";
import { before, it } from "node:test";
import { inBatches } from "#lib/platform/db/in-batches.ts";
import { run } from "#lib/platform/db/run.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant, makeToken } from "#lib/testing/factories.ts";
import type { VerifiedToken } from "./service.ts";

onDatabase("creations of a JWT", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let token: VerifiedToken;
  before(async () => {
    test = createTestServices(connection());
    const { apiKey } = await makeMerchant(test.services);
    ({ token } = await makeToken(test.services, apiKey));
  });

  const create = (isDone: boolean) =>
    inBatches(database(), async (tx) => {
      const { tokens } = test.services;
      tokens.checkCreations(token, await tokens.lockCreations(tx, token));
      await run(tx, tokens.countingOf(token));
      if (!isDone) throw new Error("the creation failed");
      await tx.commit();
    });
  const count = () => create(true);

  it("are 20 at most, also in parallel, and failed database transactions do not count", async () => {
    await assert.rejects(create(false), /the creation failed/);
    const results = await Promise.allSettled(Array.from({ length: 25 }, count));
    assert.equal(results.filter(({ status }) => status === "fulfilled").length, 20);
    await assert.rejects(count(), { code: "too_many_transactions" });
  });

  it("report when the JWT ends, in whole seconds and at least one", async () => {
    await assert.rejects(count(), { code: "too_many_transactions", retryAfterSeconds: 900 });
    test.clock.advance({ minutes: 14, seconds: 58, ms: 500 });
    await assert.rejects(count(), { retryAfterSeconds: 2 });
    test.clock.advance({ seconds: 1, ms: 500 });
    await assert.rejects(count(), { retryAfterSeconds: 1 });
  });
});
