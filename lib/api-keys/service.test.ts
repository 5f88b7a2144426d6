import assert from "node:assert/strict";
import { before, it } from "node:test";
import { apiKeys } from "#lib/db/schema.ts";
import { onEachDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";

onEachDatabase("API key service", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;

  before(() => {
    test = createTestServices(connection());
  });

  it("makes a key of 256 random bits and stores only its digest and last four", async () => {
    const { accountId, keys } = await makeMerchant(test.services);
    assert.match(keys.web, /^sk_test_[\w-]{43}$/);
    const stored = JSON.stringify(await database().select().from(apiKeys));
    assert.equal(stored.includes(keys.web), false);
    assert.equal(stored.includes(keys.web.slice("sk_test_".length, -4)), false);
    const found = await test.services.apiKeys.authenticate(keys.web);
    assert.equal(found?.accountId, accountId);
    assert.equal(found?.method, "web");
    assert.equal(found?.mode, "test");
  });

  it("knows no other text", async () => {
    const { keys } = await makeMerchant(test.services);
    const others = [
      "",
      "sk_test_",
      `${keys.web} `,
      keys.web.slice(0, -1),
      keys.web.replace("test", "live"),
      "'or 1=1",
    ];
    for (const text of [...others, keys.web])
      assert.equal(await test.services.apiKeys.findActive(text), undefined, text);
    for (const text of others)
      assert.equal(await test.services.apiKeys.authenticate(text), undefined, text);
  });

  it("revokes at once, and only for the account that owns it", async () => {
    const { apiKey, accountId, keys } = await makeMerchant(test.services);
    const stranger = await makeMerchant(test.services);
    assert.equal(await test.services.apiKeys.revoke(stranger.accountId, apiKey.id), false);
    assert.ok(await test.services.apiKeys.authenticate(keys.web));
    assert.deepEqual(await test.services.apiKeys.findActive(apiKey.id), apiKey);
    assert.equal(await test.services.apiKeys.revoke(accountId, apiKey.id), true);
    assert.equal(await test.services.apiKeys.authenticate(keys.web), undefined);
    assert.equal(await test.services.apiKeys.findActive(apiKey.id), undefined);
    assert.equal(await test.services.apiKeys.revoke(accountId, apiKey.id), false);
  });
});
