import assert from "node:assert/strict";
import { before, it } from "node:test";
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

  const count = () => database().transaction((tx) => test.services.tokens.countCreation(tx, token));
  const check = () => database().transaction((tx) => test.services.tokens.checkCreation(tx, token));

  it("are 20 at most, however parallel, and those of a failed transaction do not count", async () => {
    const failed = database().transaction(async (tx) => {
      await test.services.tokens.countCreation(tx, token);
      throw new Error("the creation failed");
    });
    await assert.rejects(failed, /the creation failed/);
    const results = await Promise.allSettled(Array.from({ length: 25 }, count));
    assert.equal(results.filter(({ status }) => status === "fulfilled").length, 20);
    await assert.rejects(check(), { code: "too_many_transactions" });
  });

  it("say when the JWT ends, in whole seconds and at least one", async () => {
    await assert.rejects(count(), { code: "too_many_transactions", retryAfterSeconds: 900 });
    test.clock.advance({ minutes: 14, seconds: 58, ms: 500 });
    await assert.rejects(count(), { retryAfterSeconds: 2 });
    await assert.rejects(check(), { retryAfterSeconds: 2 });
    test.clock.advance({ seconds: 1, ms: 500 });
    await assert.rejects(count(), { retryAfterSeconds: 1 });
  });
});
