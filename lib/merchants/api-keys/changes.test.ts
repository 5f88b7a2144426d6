import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { payees } from "#lib/merchants/model/schema.ts";
import type { AuditAction } from "#lib/platform/audit/log.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { propertyRuns } from "#lib/testing/lane.ts";

onDatabase("changes of API keys", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  before(() => {
    test = createTestServices(connection());
  });

  const entries = async (accountId: string, target: string) =>
    (await test.services.audit.list({ accountId, limit: 100 }))
      .filter((entry) => entry.target === target)
      .map(({ actor, action, details }) => ({ actor, action: action as AuditAction, details }));
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => "no failure",
      (error: unknown) => (isAppError(error) ? error.code : Promise.reject(error)),
    );
  const actor = newId("usr");

  it("appear in the audit log without the key and its name", async () => {
    const { accountId } = await makeMerchant(test.services);
    const own = { accountId, method: "sdk", mode: "test" } as const;
    const { id, key } = await test.services.apiKeys.create({ ...own, name: "Till 7", actor });
    await test.services.apiKeys.rename(accountId, id, "Till 8", actor);
    assert.equal(await test.services.apiKeys.revoke(accountId, id, actor), true);
    assert.equal(await test.services.apiKeys.revoke(accountId, id, actor), false);
    const found = await entries(accountId, id);
    const details = { method: "sdk", mode: "test" };
    assert.deepEqual(found, [
      { actor, action: "api_key.revoked", details },
      { actor, action: "api_key.renamed", details: {} },
      { actor, action: "api_key.created", details },
    ]);
    assert.doesNotMatch(JSON.stringify(found), new RegExp(`Till|${key}`));
  });

  it("accept a name of up to 60 printable characters, or none", async () => {
    const { accountId } = await makeMerchant(test.services);
    const own = { accountId, method: "web", mode: "test", actor } as const;
    const { id } = await test.services.apiKeys.create({ ...own, name: " " });
    const nameOf = async () => (await test.services.apiKeys.find(accountId, id))?.name;
    assert.equal(await nameOf(), null);
    for (const name of ["x".repeat(61), "a\nb", "a\u0000b", "\u202Eabc"]) {
      assert.equal(await codeOf(test.services.apiKeys.create({ ...own, name })), "invalid_request");
      const rename = Promise.resolve().then(() =>
        test.services.apiKeys.rename(accountId, id, name, actor),
      );
      assert.equal(await codeOf(rename), "invalid_request");
    }
    const printable = fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(printable, async (name) => {
        await test.services.apiKeys.rename(accountId, id, name, actor);
        assert.equal(await nameOf(), name.trim() || null);
      }),
      { numRuns: propertyRuns(5) },
    );
  });

  it("can't affect a key of another account, or a revoked one", async () => {
    const { accountId, apiKey } = await makeMerchant(test.services);
    const stranger = await makeMerchant(test.services);
    const rename = (account: string) =>
      codeOf(test.services.apiKeys.rename(account, apiKey.id, "Mine", actor));
    assert.equal(await rename(stranger.accountId), "not_found");
    assert.equal(await rename(accountId), "no failure");
    await test.services.apiKeys.revoke(accountId, apiKey.id, actor);
    assert.equal(await rename(accountId), "not_found");
    assert.deepEqual(await entries(stranger.accountId, apiKey.id), []);
  });

  it("are refused when the account is closed", async () => {
    const { accountId, apiKey } = await makeMerchant(test.services);
    await test.services.operator.close(accountId);
    const own = { accountId, method: "web", mode: "test", actor } as const;
    assert.equal(await codeOf(test.services.apiKeys.create(own)), "account_closed");
    const rename = test.services.apiKeys.rename(accountId, apiKey.id, "x", actor);
    assert.equal(await codeOf(rename), "account_closed");
  });

  it("create at most 50 active keys, also when more are requested at once", async () => {
    const { accountId, apiKey } = await makeMerchant(test.services);
    const own = { accountId, method: "web", mode: "test", actor } as const;
    for (let made = 3; made < 48; made += 1) await test.services.apiKeys.create(own);
    const codes = await Promise.all(
      Array.from({ length: 6 }, () => codeOf(test.services.apiKeys.create(own))),
    );
    assert.deepEqual(codes.toSorted(), [
      ...Array.from({ length: 4 }, () => "limit_reached"),
      ...Array.from({ length: 2 }, () => "no failure"),
    ]);
    await test.services.apiKeys.revoke(accountId, apiKey.id, actor);
    assert.equal(await codeOf(test.services.apiKeys.create(own)), "no failure");
    assert.equal((await test.services.apiKeys.list(accountId)).length, 51);
  });

  it("give members live keys only once the payee is confirmed", async () => {
    const { accountId } = await makeMerchant(test.services);
    const live = { accountId, method: "web", mode: "live" } as const;
    assert.equal(await codeOf(test.services.apiKeys.create({ ...live, actor })), "no failure");
    await database()
      .update(payees)
      .set({ confirmedAt: null })
      .where(eq(payees.accountId, accountId));
    assert.equal(
      await codeOf(test.services.apiKeys.create({ ...live, actor })),
      "payee_not_confirmed",
    );
    const others = [
      { ...live, actor: "operator" },
      { ...live, mode: "test", actor },
    ] as const;
    for (const input of others)
      assert.equal(await codeOf(test.services.apiKeys.create(input)), "no failure");
  });
});
