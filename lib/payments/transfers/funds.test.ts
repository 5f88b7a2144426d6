import assert from "node:assert/strict";
import { beforeEach, it } from "node:test";
import { eq } from "drizzle-orm";
import type { DeliverOn } from "#lib/merchants/model/deliver-on.ts";
import { paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import { transactionFunds } from "#lib/payments/model/schema.ts";
import { receivedTransfers } from "#lib/payments/model/transfers.schema.ts";
import { toPublicTransaction } from "#lib/payments/transactions/transaction.ts";
import { auditEntries } from "#lib/platform/db/schema.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { startAttempt } from "#lib/testing/factories.ts";
import { withEndToEndId } from "#lib/testing/statements.ts";
import { MEMBER, openTransferDesk, type TransferDesk } from "#lib/testing/transfers.ts";
import { EVENT_TYPES, OUTCOME_EVENTS } from "#lib/webhooks/model/event-types.ts";
import { deliveries } from "#lib/webhooks/model/schema.ts";

onDatabase("the funds of a payment", (database, connection) => {
  let desk: TransferDesk;
  beforeEach(async () => {
    desk = await openTransferDesk(connection());
  });

  const services = () => desk.test.services;
  async function subscribe(eventTypes: readonly string[]) {
    const { accountId, mode } = desk.apiKey;
    const url = "http://127.0.0.1:4999/hook";
    await services().webhooks.createEndpoint({ accountId, mode, url, eventTypes });
  }
  const deliverOn = (value: DeliverOn) =>
    services().accounts.setDeliverOn(desk.apiKey.accountId, value, MEMBER);

  async function atBank() {
    const { id } = await desk.fresh();
    await startAttempt(services(), await desk.read(id));
    const [attempt] = await database()
      .select()
      .from(paymentAttempts)
      .where(eq(paymentAttempts.transactionId, id));
    const { endToEndId = "" } = attempt ?? {};
    return {
      id,
      endToEndId,
      succeed: async () => {
        desk.test.bank.decide("succeeded");
        await services().attempts.refreshLatest(id);
      },
      arrive: () => desk.give([{ details: [withEndToEndId(endToEndId)] }]),
    };
  }
  const fundsOf = async (id: string) => toPublicTransaction(await desk.read(id)).funds;
  /** Type and funds, in the order of the events. */
  const told = async (id: string) =>
    (await desk.eventsOf(id))
      .sort((one, other) => (one.id < other.id ? -1 : 1))
      .map(({ type, payload }) => `${type} ${JSON.parse(payload).data.funds}`);
  const CREATED = "transaction.created unknown";
  const SUCCEEDED = "transaction.succeeded";
  const RECEIVED = "transaction.funds_received received";
  const RETURNED = "transaction.funds_returned returned";

  it("are sent as events of their own to endpoints that choose them, and to no other", async () => {
    await subscribe(OUTCOME_EVENTS);
    const quiet = await atBank();
    await quiet.succeed();
    await quiet.arrive();
    assert.deepEqual(await told(quiet.id), [`${SUCCEEDED} expected`]);
    await subscribe(EVENT_TYPES);
    const { id, succeed, arrive } = await atBank();
    await succeed();
    await arrive();
    await services().transfers.markFunds(desk.apiKey.accountId, { id, funds: "returned" }, MEMBER);
    const [created, outcome, received, returned, ...more] = (await desk.eventsOf(id)).sort(
      (one, other) => (one.id < other.id ? -1 : 1),
    );
    assert.deepEqual(await told(id), [CREATED, `${SUCCEEDED} expected`, RECEIVED, RETURNED]);
    assert.deepEqual(more, []);
    const counts = [created, outcome, received, returned].map((event) =>
      database().$count(deliveries, eq(deliveries.eventId, event?.id ?? "")),
    );
    assert.deepEqual(await Promise.all(counts), [1, 2, 1, 1]);
    const transfer = await desk.fresh();
    await desk.give([{ reference: transfer.transferReference }]);
    assert.deepEqual(await told(transfer.id), [CREATED, `${SUCCEEDED} received`, RECEIVED]);
  });

  it("hold the event of a live success, if the account wants that, until the money is there", async () => {
    await deliverOn("received");
    const inSandbox = await atBank();
    await inSandbox.succeed();
    assert.deepEqual(await told(inSandbox.id), [`${SUCCEEDED} expected`]);
    desk = await openTransferDesk(connection(), "live");
    await deliverOn("received");
    const { id, succeed, arrive } = await atBank();
    await succeed();
    assert.deepEqual([await told(id), await fundsOf(id)], [[], "expected"]);
    await Promise.all([arrive(), arrive(), arrive()]);
    assert.deepEqual(await told(id), [`${SUCCEEDED} received`]);
    const first = await atBank();
    desk.test.bank.decide("processing");
    await services().attempts.refreshLatest(first.id);
    await first.arrive();
    await first.succeed();
    assert.deepEqual(await told(first.id), [`${SUCCEEDED} received`]);
    const failed = await desk.fresh();
    await services().transactions.cancel(desk.apiKey, failed.id);
    assert.deepEqual(await told(failed.id), ["transaction.failed unknown"]);
  });

  it("hold it once, whatever the setting is meanwhile, also until a member saw the money", async () => {
    desk = await openTransferDesk(connection(), "live");
    await deliverOn("received");
    const held = await atBank();
    await held.succeed();
    await deliverOn("succeeded");
    const sent = await atBank();
    await sent.succeed();
    await deliverOn("received");
    assert.deepEqual([await told(held.id), await told(sent.id)], [[], [`${SUCCEEDED} expected`]]);
    for (const { id, arrive } of [held, sent]) {
      const mark = { id, funds: "received" } as const;
      const by = () => services().transfers.markFunds(desk.apiKey.accountId, mark, MEMBER);
      await Promise.all([by(), by(), arrive()]);
      await by();
    }
    assert.deepEqual(await told(held.id), [`${SUCCEEDED} received`]);
    assert.deepEqual(await told(sent.id), [`${SUCCEEDED} expected`]);
  });

  it("are marked by members of the account only where they can move, with an entry of the audit log", async () => {
    const { accountId } = desk.apiKey;
    const { id, succeed } = await atBank();
    const mark = (funds: "received" | "returned", by = accountId) =>
      services().transfers.markFunds(by, { id, funds }, MEMBER);
    await assert.rejects(mark("received"), { code: "outcome_not_possible" });
    await succeed();
    await assert.rejects(mark("returned"), { code: "outcome_not_possible" });
    await assert.rejects(mark("received", desk.stranger.accountId), { code: "not_found" });
    await mark("received");
    await mark("returned");
    await mark("returned");
    await assert.rejects(mark("received"), { code: "outcome_not_possible" });
    assert.equal((await desk.read(id)).status, "succeeded");
    const entries = await database().select().from(auditEntries).where(eq(auditEntries.target, id));
    assert.deepEqual(entries.map(({ action }) => action).sort(), [
      "funds.received",
      "funds.returned",
    ]);
  });

  it("return with a reversal of the money that was counted, all of it", async () => {
    const { id, succeed, arrive } = await atBank();
    await succeed();
    await arrive();
    await arrive();
    const transfers = await database()
      .select()
      .from(receivedTransfers)
      .where(eq(receivedTransfers.transactionId, id));
    const { accountId } = desk.apiKey;
    const note = (status: string, by = accountId) => {
      const transfer = transfers.find((each) => each.status === status);
      return services().transfers.noteReturned(by, transfer?.id ?? "");
    };
    assert.equal(await note("already_paid"), false);
    assert.equal(await note("paid", desk.stranger.accountId), false);
    const both = await Promise.all([note("paid"), note("paid")]);
    assert.deepEqual(both.sort(), [false, true]);
    assert.equal(await fundsOf(id), "returned");
  });

  it("are repaired by another source for money that an older process booked", async () => {
    const { id, transferReference } = await desk.fresh();
    await desk.give([{ reference: transferReference }], { kind: "camt.054" });
    await database().delete(transactionFunds).where(eq(transactionFunds.transactionId, id));
    assert.equal(await fundsOf(id), "expected");
    await desk.give([{ reference: transferReference }]);
    assert.equal(await fundsOf(id), "received");
  });
});
