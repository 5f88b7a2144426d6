import assert from "node:assert/strict";
import { before, it } from "node:test";
import { and, eq } from "drizzle-orm";
import { onDatabase } from "#lib/testing/database.ts";
import { openLinkDesk } from "#lib/testing/links.ts";
import { events } from "#lib/webhooks/model/schema.ts";
import { toPublicLink } from "./link.ts";

onDatabase("the event of a payment link", (database, connection) => {
  let desk: Awaited<ReturnType<typeof openLinkDesk>>;
  before(async () => {
    desk = await openLinkDesk(connection(), { ALLOW_LOCAL_CALLBACKS: "true" });
  });

  const eventsOf = (transactionId: string) =>
    database().select().from(events).where(eq(events.transactionId, transactionId));
  const typesOf = async (id: string) => (await eventsOf(id)).map(({ type }) => type).sort();

  it("comes with the success of each of its payments, to those that ask for it", async () => {
    const { token, id } = await desk.make({ maxPayments: 2 });
    const first = await desk.press(token);
    await desk.succeed(first);
    assert.deepEqual(await typesOf(first.id), ["transaction.succeeded"], "nobody asked");
    const url = "http://127.0.0.1:9/links";
    const eventTypes = ["link.paid"] as const;
    const endpoint = await desk.services.webhooks.createEndpoint({
      ...desk.owner,
      url,
      eventTypes,
    });
    const second = await desk.press(token);
    await desk.succeed(second);
    assert.deepEqual(await typesOf(second.id), ["link.paid", "transaction.succeeded"]);
    const [event] = await database()
      .select()
      .from(events)
      .where(and(eq(events.transactionId, second.id), eq(events.type, "link.paid")));
    const { link, ...data } = JSON.parse(event?.payload ?? "{}").data;
    assert.deepEqual(data, {
      transactionId: second.id,
      amount: 1250,
      currency: "EUR",
      externalId: second.externalId,
    });
    assert.deepEqual(link, toPublicLink(await desk.read(id)));
    assert.deepEqual([link.paidCount, link.status], [2, "paid"]);
    const sent = await desk.services.webhooks.listDeliveries({
      accountId: desk.accountId,
      endpointId: endpoint.id,
      limit: 10,
    });
    assert.equal(sent.deliveries.length, 1);
    await assert.rejects(
      database()
        .insert(events)
        .values({ ...(event ?? assert.fail()), id: "evt_other" }),
      "one for each transaction",
    );
  });

  it("does not come for payments without a link, or that fail", async () => {
    const { token } = await desk.make();
    const failed = await desk.press(token);
    await desk.fail(failed.id);
    assert.deepEqual(await typesOf(failed.id), ["transaction.failed"]);
  });
});
