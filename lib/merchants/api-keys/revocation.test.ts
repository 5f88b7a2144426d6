import assert from "node:assert/strict";
import { before, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";

onDatabase("API keys that another process has looked up", (_database, connection) => {
  let here: ReturnType<typeof createTestServices>["services"];
  let elsewhere: ReturnType<typeof createTestServices>["services"];
  before(() => {
    here = createTestServices(connection()).services;
    elsewhere = createTestServices(connection()).services;
  });

  it("stop working when they are revoked, also right after a look-up", async () => {
    const { accountId, keys, apiKey } = await makeMerchant(here);
    assert.ok(await elsewhere.apiKeys.authenticate(keys.web));
    let isOver = false;
    // The other process's look-up is as young as it can be.
    const asking = (async () => {
      while (!isOver) {
        await elsewhere.apiKeys.authenticate(keys.web);
        // An embedded database responds without giving others a turn.
        await setImmediate();
      }
    })();
    assert.equal(await here.apiKeys.revoke(accountId, apiKey.id), true);
    const [there, byId, own] = await Promise.all([
      elsewhere.apiKeys.authenticate(keys.web),
      elsewhere.apiKeys.findActive(apiKey.id),
      here.apiKeys.authenticate(keys.web),
    ]);
    isOver = true;
    await asking;
    assert.deepEqual([there, byId, own], [undefined, undefined, undefined]);
  });

  it("stop working when the account is closed", async () => {
    const { accountId, keys } = await makeMerchant(here);
    assert.ok(await elsewhere.apiKeys.authenticate(keys.web));
    await here.operator.close(accountId);
    assert.equal(await elsewhere.apiKeys.authenticate(keys.web), undefined);
  });
});
