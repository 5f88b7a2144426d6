import assert from "node:assert/strict";
import { it } from "node:test";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices } from "#lib/testing/factories.ts";

onDatabase("a process", (_database, connection) => {
  it("is not ready while it prepares what it serves, and is afterwards", async () => {
    const { services } = createTestServices(connection());
    assert.equal(await services.ready(), true);
    const { promise: work, resolve } = Promise.withResolvers<void>();
    const prepared = services.readyAfter(work);
    assert.equal(await services.ready(), false);
    resolve();
    await prepared;
    assert.equal(await services.ready(), true);
  });
});
