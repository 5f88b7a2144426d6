import assert from "node:assert/strict";
import { it } from "node:test";
import type { Reads } from "#lib/platform/db/client.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";

onDatabase("reads that may be a replica's", (database, connection) => {
  it("are the list, its totals, each page of an export, and statistics", async () => {
    let count = 0;
    const reads: Reads = (work) => {
      count += 1;
      return work(database());
    };
    const { services } = createTestServices({ ...connection(), reads });
    const { accountId } = await makeMerchant(services);
    const owner = { accountId, mode: "test" } as const;
    assert.equal(count, 0);
    await services.payments.list({ ...owner, filter: {} });
    await services.payments.listWithTotals({ ...owner, filter: {} });
    const parts = services.payments.exportCsv({ ...owner, filter: {}, actor: "operator" });
    for await (const part of parts) assert.ok(part);
    await services.statistics.read({ ...owner, days: 7, zone: "UTC" });
    assert.equal(count, 4);
  });
});
