import assert from "node:assert/strict";
import { beforeEach, it } from "node:test";
import { eq, inArray, sql } from "drizzle-orm";
import { onBothDatabases } from "#lib/testing/database.ts";
import { until } from "#lib/testing/until.ts";
import { createWebhookTest, type WebhookTest } from "#lib/testing/webhooks.ts";
import { deliveries, webhookEndpoints } from "#lib/webhooks/model/schema.ts";
import type { WebhookResponse } from "./sender.ts";

const limit = 1000;
const UNFAILED = { failingSince: null };

onBothDatabases("webhook deliveries that succeed together", (database, connection) => {
  let test: WebhookTest;
  beforeEach(async () => {
    test = await createWebhookTest(connection());
    await database()
      .update(deliveries)
      .set({ status: "exhausted", nextAttemptAt: null, leasedUntil: null });
  });

  /** One event to as many endpoints, which respond when `succeed` is called. The first has this state. */
  async function startSending(count: number, state: { failingSince: Date | null } = UNFAILED) {
    const response = Promise.withResolvers<Partial<WebhookResponse>>();
    const endpoints: { id: string; url: string }[] = [];
    for (let index = 0; index < count; index++) {
      const host = `together-${index}.example`;
      endpoints.push(await test.addEndpoint(() => response.promise, { host }));
    }
    const [first = { id: "" }] = endpoints;
    await database().update(webhookEndpoints).set(state).where(eq(webhookEndpoints.id, first.id));
    await test.makeOutcome();
    const sending = await test.webhooks.beginDue({ limit });
    assert.equal(sending.length, count);
    await until(() => endpoints.every(({ url }) => test.receivedAt(url).length === 1));
    const ids = await Promise.all(
      endpoints.map(async ({ id }) => (await test.soleDelivery(id)).id),
    );
    return { endpoints, ids, sending, succeed: () => response.resolve({ status: 200 }) };
  }

  const statusesOf = async (ids: string[]) =>
    Promise.all(
      ids.map(async (id) => {
        const [row] = await database().select().from(deliveries).where(eq(deliveries.id, id));
        return [row?.status, (await test.attemptsOf(id)).length];
      }),
    );

  it("are recorded in one database transaction", async () => {
    const { ids, sending, succeed } = await startSending(5);
    succeed();
    await Promise.all(sending);
    assert.deepEqual(
      await statusesOf(ids),
      ids.map(() => ["delivered", 1]),
    );
    const transactions = await database()
      .selectDistinct({ by: sql<string>`${deliveries}.xmin::text` })
      .from(deliveries)
      .where(inArray(deliveries.id, ids));
    assert.equal(transactions.length, 1);
  });

  it("are recorded alone if one of them can't be", async () => {
    const { ids, sending, succeed } = await startSending(3);
    const [first = "", broken = "", last = ""] = ids;
    const broke = sql.raw(
      `alter table delivery_attempts add constraint broken check (delivery_id <> '${broken}')`,
    );
    await database().execute(broke);
    succeed();
    await Promise.all(sending);
    await database().execute(sql`alter table delivery_attempts drop constraint broken`);
    assert.deepEqual(await statusesOf([first, broken, last]), [
      ["delivered", 1],
      ["pending", 0],
      ["delivered", 1],
    ]);
  });

  it("are recorded without those with an expired lease", async () => {
    const { ids, sending, succeed } = await startSending(3);
    const [first = "", lost = "", last = ""] = ids;
    await database()
      .update(deliveries)
      .set({ leasedUntil: new Date(test.clock.now().getTime() + 120_000) })
      .where(eq(deliveries.id, lost));
    succeed();
    await Promise.all(sending);
    assert.deepEqual(await statusesOf([first, lost, last]), [
      ["delivered", 1],
      ["pending", 0],
      ["delivered", 1],
    ]);
  });

  for (const locked of ["delivery", "failing endpoint"] as const) {
    it(`do not wait for one whose ${locked} is locked`, async (t) => {
      if (connection().reserved === database()) return t.skip("the database has one session");
      const isFailing = locked === "failing endpoint";
      const state = { failingSince: isFailing ? test.clock.now() : null };
      const { endpoints, ids, sending, succeed } = await startSending(3, state);
      const [endpoint = { id: "" }] = endpoints;
      const [table, id = ""] = isFailing ? [webhookEndpoints, endpoint.id] : [deliveries, ids[0]];
      let ended = 0;
      for (const one of sending) void one.then(() => ended++);
      await database().transaction(async (tx) => {
        await tx.select().from(table).where(eq(table.id, id)).for("no key update");
        succeed();
        await until(() => ended === 2);
      });
      await Promise.all(sending);
      assert.deepEqual(
        await statusesOf(ids),
        ids.map(() => ["delivered", 1]),
      );
      const key = { accountId: test.accountId, id: endpoint.id };
      assert.equal((await test.webhooks.getEndpoint(key)).failingSince, null);
    });
  }
});
