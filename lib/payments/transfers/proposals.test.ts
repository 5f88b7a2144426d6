import assert from "node:assert/strict";
import { beforeEach, it } from "node:test";
import { eq, sql } from "drizzle-orm";
import { paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import { expectedTransfers, receivedTransfers } from "#lib/payments/model/transfers.schema.ts";
import { toPublicTransaction } from "#lib/payments/transactions/transaction.ts";
import { auditEntries } from "#lib/platform/db/schema.ts";
import { createCreditorReference } from "#lib/platform/values/creditor-reference.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { startAttempt } from "#lib/testing/factories.ts";
import { type MadeEntry, unstructured, withEndToEndId } from "#lib/testing/statements.ts";
import { MEMBER, openTransferDesk, type TransferDesk } from "#lib/testing/transfers.ts";

onDatabase("proposals for money under review", (database, connection) => {
  let desk: TransferDesk;
  beforeEach(async () => {
    desk = await openTransferDesk(connection());
  });

  const transfers = () => desk.test.services.transfers;
  const accountId = () => desk.apiKey.accountId;
  const listed = async () => (await transfers().unresolved(desk.owner())).transfers;
  const statusesOf = async (id: string) =>
    (
      await database()
        .select()
        .from(receivedTransfers)
        .where(eq(receivedTransfers.transactionId, id))
    )
      .map(({ status }) => status)
      .sort();
  const seen = async (id: string) => {
    const { status, funds } = toPublicTransaction(await desk.read(id));
    return [status, funds, (await desk.eventsOf(id)).map(({ type }) => type).join()];
  };
  const PAID = ["succeeded", "received", "transaction.succeeded"];
  const reported = async (input: { amount?: number } = {}) => {
    const order = await desk.fresh(input);
    await transfers().reportSent(order.reference);
    return order;
  };
  const pays = (reference: string, amount: string) => desk.give([{ reference, amount }]);

  it("let the rest pay, in any number of parts, once a member waits for it", async () => {
    const { id, transferReference } = await desk.fresh();
    await pays(transferReference, "5.00");
    const [first] = await listed();
    assert.equal(
      await transfers().waitForRest(accountId(), first?.id ?? "", MEMBER),
      "awaiting_rest",
    );
    await pays(transferReference, "7.49");
    assert.deepEqual(await statusesOf(id), ["awaiting_rest", "wrong_amount"]);
    await pays(transferReference, "7.50");
    assert.deepEqual(await statusesOf(id), ["paid", "part", "wrong_amount"]);
    assert.deepEqual(await seen(id), PAID);
  });

  it("pay at once if the rest has come, once for two members, and count each file once", async () => {
    const { id, transferReference } = await desk.fresh();
    const parts = [
      { reference: transferReference, amount: "5.00", bankRef: "P1" },
      { reference: transferReference, amount: "7.50", bankRef: "P2" },
    ];
    await desk.give(parts);
    const [one, other] = await listed();
    const ends = await Promise.allSettled([
      transfers().waitForRest(accountId(), one?.id ?? "", MEMBER),
      transfers().waitForRest(accountId(), other?.id ?? "", MEMBER),
    ]);
    assert.deepEqual(ends.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
    await desk.give(parts.map((each) => ({ ...each, bookedOn: "2026-11-20" })));
    assert.deepEqual(await statusesOf(id), ["paid", "part"]);
    assert.deepEqual(await seen(id), PAID);
  });

  it("wait for no rest of too much, of another currency, or of a payment that ended", async () => {
    const { id, transferReference } = await desk.fresh();
    await pays(transferReference, "12.51");
    await desk.give([{ reference: transferReference, amount: "5.00", currency: "SEK" }]);
    await pays(transferReference, "5.00");
    const [less, ...others] = await listed();
    for (const other of others) {
      const waiting = transfers().waitForRest(accountId(), other.id, MEMBER);
      await assert.rejects(waiting, { code: "outcome_not_possible" });
    }
    await desk.test.services.transactions.cancel(desk.apiKey, id);
    const late = transfers().waitForRest(accountId(), less?.id ?? "", MEMBER);
    await assert.rejects(late, { code: "transaction_final" });
    const foreign = transfers().waitForRest(desk.stranger.accountId, less?.id ?? "", MEMBER);
    await assert.rejects(foreign, { code: "not_found" });
  });

  it("give the parts back to review if a bank pays meanwhile", async () => {
    const order = await desk.fresh();
    await pays(order.transferReference, "5.00");
    const [first] = await listed();
    await transfers().waitForRest(accountId(), first?.id ?? "", MEMBER);
    await startAttempt(desk.test.services, order);
    desk.test.bank.decide("processing");
    await desk.test.services.attempts.refreshLatest(order.id);
    await pays(order.transferReference, "7.50");
    assert.deepEqual(await statusesOf(order.id), ["being_paid", "part"]);
    desk.test.bank.decide("succeeded");
    await desk.test.services.attempts.refreshLatest(order.id);
    assert.deepEqual(await statusesOf(order.id), ["already_paid", "already_paid"]);
  });

  it("give the parts back to review if money of the bank's attempt pays", async () => {
    const order = await desk.fresh();
    await pays(order.transferReference, "5.00");
    const [first] = await listed();
    await transfers().waitForRest(accountId(), first?.id ?? "", MEMBER);
    await startAttempt(desk.test.services, order);
    desk.test.bank.decide("processing");
    await desk.test.services.attempts.refreshLatest(order.id);
    await pays(order.transferReference, "7.50");
    const [attempt] = await database()
      .select()
      .from(paymentAttempts)
      .where(eq(paymentAttempts.transactionId, order.id));
    await desk.give([{ details: [withEndToEndId(attempt?.endToEndId ?? "")] }]);
    assert.deepEqual(await statusesOf(order.id), ["already_paid", "already_paid", "paid"]);
  });

  it("suggest open orders of the amount for a mistyped reference, those that were reported first", async () => {
    const pending = await desk.fresh();
    const waiting = await reported();
    const another = await desk.fresh({ amount: 1300 });
    const ended = await desk.fresh();
    await desk.test.services.transactions.cancel(desk.apiKey, ended.id);
    assert.deepEqual((await pays(createCreditorReference(), "12.50")).statuses, [
      "unknown_reference",
    ]);
    const [transfer] = await listed();
    assert.deepEqual(
      transfer?.suggestions.map(({ id }) => id),
      [waiting.id, pending.id],
    );
    const id = transfer?.id ?? "";
    const assign = (transactionId: string, by = accountId()) =>
      transfers().assign(by, { id, transactionId }, MEMBER);
    await assert.rejects(assign(another.id), { code: "outcome_not_possible" });
    await assert.rejects(assign(ended.id), { code: "transaction_final" });
    await assert.rejects(assign(pending.id, desk.stranger.accountId), { code: "not_found" });
    const ends = await Promise.allSettled([assign(waiting.id), assign(pending.id)]);
    assert.deepEqual(ends.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
    const paid = [await seen(waiting.id), await seen(pending.id)];
    assert.equal(paid.filter(([status]) => status === "succeeded").length, 1, "one order");
    const [entry] = await database()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, "transfer.assigned"));
    assert.equal(entry?.details?.["transfer"], id);
  });

  it("keep money without a reference only if it has the amount of a reported order", async () => {
    await desk.fresh();
    const nameless = { details: [unstructured("Thanks for the books")] };
    assert.deepEqual((await desk.give([nameless])).statuses, []);
    const { id } = await reported();
    const given = await desk.give([nameless, { ...nameless, amount: "12.49" }]);
    assert.deepEqual(given.statuses, ["unknown_reference"]);
    const [transfer] = await listed();
    assert.equal(transfer?.reference, null);
    assert.deepEqual(transfer?.suggestions.at(0)?.id, id);
    const wanted = { id: transfer?.id ?? "", transactionId: id };
    assert.equal(await transfers().assign(accountId(), wanted, MEMBER), "paid");
    assert.deepEqual(await seen(id), PAID);
    await desk.give([{ ...nameless, bookedOn: "2026-11-20" }]);
    assert.deepEqual(await statusesOf(id), ["paid"]);
  });

  it("keep it for any number of reported orders", async () => {
    const { id } = await reported({ amount: 1300 });
    await database().execute(sql`
      insert into transactions select (jsonb_populate_record(one, jsonb_build_object(
        'id', one.id || n, 'reference', one.reference || n, 'external_id', one.external_id || n))).*
      from transactions one, generate_series(1, 200) as n where one.id = ${id}`);
    await database().execute(sql`
      insert into expected_transfers select (jsonb_populate_record(one, jsonb_build_object(
        'transaction_id', one.transaction_id || n, 'reference', one.reference || n))).*
      from expected_transfers one, generate_series(1, 200) as n where transaction_id = ${id}`);
    const last = await desk.fresh();
    await database()
      .update(expectedTransfers)
      .set({ reportedAt: new Date(desk.test.clock.now().getTime() + 60_000) })
      .where(eq(expectedTransfers.transactionId, last.id));
    const given = await desk.give([nameless({ amount: "13.00" }), nameless()]);
    assert.deepEqual(given.statuses, ["unknown_reference", "unknown_reference"]);
  });

  const nameless = (more: MadeEntry = {}): MadeEntry => ({
    details: [unstructured("Thanks for the books")],
    ...more,
  });
  const openIds = async () => (await listed()).map(({ id }) => id);
  const reviewed = async () =>
    (await listed()).map(({ likely, suggestions }) => [
      likely?.transactionId,
      likely?.isCounted,
      suggestions.length,
    ]);
  const assignTo = (id: string, transactionId: string) =>
    transfers().assign(accountId(), { id, transactionId }, MEMBER);
  const isRefused = (id: string, { id: transactionId }: { id: string }) =>
    assert.rejects(assignTo(id, transactionId), { code: "transfer_counted" });

  it("pay no other order with money that another source reports with its reference", async () => {
    const [one, other] = [await reported(), await reported()];
    await desk.give([nameless()], { kind: "camt.054" });
    await desk.give([{ reference: one.transferReference, bookedOn: "2026-11-22" }]);
    assert.deepEqual(await reviewed(), [[one.id, true, 0]]);
    const [id = ""] = await openIds();
    await isRefused(id, other);
    assert.equal((await desk.read(other.id)).status, "processing");
    await transfers().resolve(accountId(), id, "The same money", MEMBER);
  });

  it("count once if a file has the end-to-end id of what was assigned", async () => {
    await reported();
    const order = await desk.fresh();
    await startAttempt(desk.test.services, order);
    desk.test.bank.decide("processing");
    await desk.test.services.attempts.refreshLatest(order.id);
    await desk.give([nameless()], { kind: "camt.054" });
    assert.equal(await assignTo((await openIds())[0] ?? "", order.id), "being_paid");
    const [attempt] = await database()
      .select()
      .from(paymentAttempts)
      .where(eq(paymentAttempts.transactionId, order.id));
    const { endToEndId = "" } = attempt ?? {};
    const entry = { details: [withEndToEndId(endToEndId)], bookedOn: "2026-11-20" };
    await desk.give([entry]);
    assert.deepEqual(await statusesOf(order.id), ["paid"]);
    await desk.give([{ ...entry, bankRef: "ANOTHER" }]);
    assert.deepEqual(await statusesOf(order.id), ["already_paid", "paid"]);
  });

  it("pay no other order with money of a payment marked by hand", async () => {
    const [one, other] = [await reported(), await reported()];
    await transfers().markReceived(accountId(), { id: one.id, amountText: "12.50" }, MEMBER);
    await desk.give([nameless()]);
    assert.deepEqual(await reviewed(), [[one.id, true, 0]]);
    await isRefused((await openIds())[0] ?? "", other);
  });

  it("pay one order with a mistyped reference in two sources, also for two members", async () => {
    const [one, other] = [await reported(), await reported()];
    const reference = createCreditorReference();
    await desk.give([{ reference }], { kind: "camt.054" });
    await desk.give([{ reference }]);
    const [first = "", second = ""] = await openIds();
    const ends = await Promise.allSettled([assignTo(first, one.id), assignTo(second, other.id)]);
    assert.deepEqual(ends.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
    const paid = [await seen(one.id), await seen(other.id)];
    assert.equal(paid.filter(([status]) => status === "succeeded").length, 1);
  });

  it("are made for more money of one source, of other days and of other amounts", async () => {
    const paid = [await reported(), await reported({ amount: 1300 })];
    const order = await reported();
    await desk.give([
      nameless(),
      { reference: paid[0]?.transferReference ?? "" },
      { reference: paid[1]?.transferReference ?? "", amount: "13.00" },
    ]);
    await desk.give([nameless({ bookedOn: "2026-11-23" })], { kind: "camt.054" });
    assert.deepEqual(await reviewed(), [
      [undefined, undefined, 1],
      [undefined, undefined, 1],
    ]);
    const [id = ""] = await openIds();
    assert.equal(await assignTo(id, order.id), "paid");
  });

  it("pay no other order with money that may be of a payment at a bank", async () => {
    const atBank = await desk.fresh();
    await startAttempt(desk.test.services, atBank);
    desk.test.bank.decide("succeeded");
    await desk.test.services.attempts.refreshLatest(atBank.id);
    const other = await reported();
    const today = desk.test.clock.now().toISOString().slice(0, 10);
    await desk.give([nameless({ bookedOn: today })]);
    assert.deepEqual(await reviewed(), [[atBank.id, false, 0]]);
    const [id = ""] = await openIds();
    await isRefused(id, other);
    await transfers().markFunds(accountId(), { id: atBank.id, funds: "received" }, MEMBER);
    await isRefused(id, other);
    const later = new Date(desk.test.clock.now().getTime() + 6 * 86_400_000);
    await database()
      .update(receivedTransfers)
      .set({ bookedOn: later.toISOString().slice(0, 10) })
      .where(eq(receivedTransfers.id, id));
    assert.deepEqual(await reviewed(), [[undefined, undefined, 1]]);
  });

  it("let money with a cut end-to-end id settle the attempt that it names", async () => {
    const order = await desk.fresh();
    await startAttempt(desk.test.services, order);
    desk.test.bank.decide("processing");
    await desk.test.services.attempts.refreshLatest(order.id);
    const [attempt] = await database()
      .select()
      .from(paymentAttempts)
      .where(eq(paymentAttempts.transactionId, order.id));
    const cut = attempt?.endToEndId.slice(0, 20).toLowerCase() ?? "";
    await desk.give([{ details: [withEndToEndId(cut)] }]);
    const [transfer] = await listed();
    const wanted = { id: transfer?.id ?? "", transactionId: order.id };
    assert.equal(await transfers().assign(accountId(), wanted, MEMBER), "paid");
    assert.deepEqual(await seen(order.id), PAID);
  });
});
