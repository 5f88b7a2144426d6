import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import { receivedTransfers } from "#lib/payments/model/transfers.schema.ts";
import { auditEntries } from "#lib/platform/db/schema.ts";
import { createCreditorReference } from "#lib/platform/values/creditor-reference.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { startAttempt } from "#lib/testing/factories.ts";
import { MEMBER, openTransferDesk, type TransferDesk } from "#lib/testing/transfers.ts";

onDatabase("bank transfers that members handle", (database, connection) => {
  let desk: TransferDesk;

  before(async () => {
    desk = await openTransferDesk(connection());
  });

  it("pay once when marked, with the amount and an audit entry", async () => {
    const { id, transferReference } = await desk.fresh();
    const { transfers } = desk.test.services;
    const mark = (amountText: string, accountId = desk.apiKey.accountId) =>
      transfers.markReceived(accountId, { id, amountText }, MEMBER);
    await assert.rejects(mark("12.51"), { code: "invalid_request" });
    await assert.rejects(mark("12.5.0"), { code: "invalid_request" });
    await assert.rejects(mark("12.50", desk.stranger.accountId), { code: "not_found" });
    assert.equal(await mark(" 12,50 "), "paid");
    assert.equal(await mark("12.50"), "paid");
    assert.equal((await desk.read(id)).status, "succeeded");
    assert.equal((await desk.eventsOf(id)).length, 1);
    const audited = await database().select().from(auditEntries).where(eq(auditEntries.target, id));
    assert.deepEqual(
      audited.map(({ action, actor }) => [action, actor]),
      [["transfer.received", MEMBER]],
    );
    // The file that reports it later is the same money; further money is not.
    const later = await desk.give([
      { reference: transferReference },
      { reference: transferReference },
    ]);
    assert.deepEqual(later.statuses, ["paid", "already_paid"]);
  });

  it("that paid nothing are resolved by a note, once", async () => {
    const { transferReference } = await desk.fresh();
    const { report } = await desk.give([{ reference: transferReference, amount: "1.00" }]);
    const id = report.transfers[0]?.id ?? "";
    const { transfers } = desk.test.services;
    const isOpen = async () =>
      (await transfers.unresolved(desk.owner())).transfers.some((each) => each.id === id);
    assert.ok(await isOpen());
    await assert.rejects(transfers.resolve(desk.apiKey.accountId, id, " ", MEMBER), {
      code: "invalid_request",
    });
    await assert.rejects(transfers.resolve(desk.stranger.accountId, id, "x", MEMBER), {
      code: "not_found",
    });
    await transfers.resolve(desk.apiKey.accountId, id, "Sent back", MEMBER);
    await assert.rejects(transfers.resolve(desk.apiKey.accountId, id, "Again", MEMBER), {
      code: "not_found",
    });
    assert.ok(!(await isOpen()));
  });

  it("that wait for a bank can't be resolved, and one that was resolved never pays", async () => {
    const transaction = await desk.fresh();
    await startAttempt(desk.test.services, transaction);
    desk.test.bank.decide("processing");
    await desk.test.services.attempts.refreshLatest(transaction.id);
    const { report } = await desk.give([{ reference: transaction.transferReference }]);
    const [waiting] = report.transfers;
    assert.equal(waiting?.status, "being_paid");
    const id = waiting?.id ?? "";
    const { transfers } = desk.test.services;
    await assert.rejects(transfers.resolve(desk.apiKey.accountId, id, "Sent back", MEMBER), {
      code: "transaction_in_progress",
    });
    await database()
      .update(receivedTransfers)
      .set({ resolvedAt: desk.test.clock.now(), resolvedNote: "Sent back" })
      .where(eq(receivedTransfers.id, id));
    desk.test.bank.decide("declined");
    await desk.test.services.attempts.refreshLatest(transaction.id);
    assert.equal((await desk.read(transaction.id)).status, "failed");
    assert.equal(await transfers.tryAgain(desk.apiKey.accountId, id, MEMBER), "too_late");
  });

  it("that wait for a bank pay without it on a retry seven days after the attempt began", async () => {
    const transaction = await desk.fresh();
    const { id, transferReference: reference } = transaction;
    await startAttempt(desk.test.services, transaction);
    desk.test.bank.decide("processing");
    await desk.test.services.attempts.refreshLatest(id);
    const { report } = await desk.give([{ reference }]);
    const transferId = report.transfers[0]?.id ?? "";
    const { transfers, attempts } = desk.test.services;
    const again = () => transfers.tryAgain(desk.apiKey.accountId, transferId, MEMBER);
    desk.test.clock.advance({ minutes: 7 * 24 * 60 - 1 });
    assert.equal(await again(), "being_paid");
    desk.test.clock.advance({ minutes: 1 });
    await desk.give([]);
    assert.equal((await desk.read(id)).status, "processing", "a file alone decides nothing");
    assert.equal(await again(), "paid");
    assert.equal(await again(), "paid");
    assert.equal((await desk.read(id)).status, "succeeded");
    const audited = await database().select().from(auditEntries).where(eq(auditEntries.target, id));
    assert.deepEqual(
      audited.map(({ action, actor, details }) => [action, actor, details]),
      [["transaction.settled", MEMBER, { status: "succeeded" }]],
    );
    // Money a second time.
    desk.test.bank.decide("succeeded");
    desk.test.clock.advance({ minutes: 11 });
    await attempts.pollDue(1000);
    const alerts = await desk.test.services.bankAlerts.list({ onlyOpen: true, limit: 1 });
    assert.deepEqual(
      alerts.map(({ alert: { transactionId, kind } }) => [transactionId, kind]),
      [[id, "contradiction"]],
    );
  });

  it("of another amount are not accepted once resolved, or if there are none", async () => {
    const [one, other] = [await desk.fresh(), await desk.fresh()];
    const { transfers } = desk.test.services;
    const { report } = await desk.give([
      { reference: one.transferReference, amount: "12.00" },
      { reference: createCreditorReference() },
    ]);
    const [less = "", unknown = ""] = report.transfers.map((each) => each.id);
    await transfers.resolve(desk.apiKey.accountId, less, "Sent back", MEMBER);
    for (const id of [less, unknown]) {
      await assert.rejects(transfers.accept(desk.apiKey.accountId, id, MEMBER), {
        code: "not_found",
      });
    }
    assert.equal((await desk.read(one.id)).status, "pending");
    assert.equal((await desk.read(other.id)).status, "pending");
  });

  it("of another amount pay once when accepted and released by the bank, and exclude a note", async () => {
    const held = await desk.fresh();
    await startAttempt(desk.test.services, held);
    desk.test.bank.setDown(true);
    const { report } = await desk.give([{ reference: held.transferReference, amount: "12.00" }]);
    const id = report.transfers[0]?.id ?? "";
    const { transfers } = desk.test.services;
    assert.equal(await transfers.accept(desk.apiKey.accountId, id, MEMBER), "being_paid");
    desk.test.bank.setDown(false);
    assert.equal(await transfers.tryAgain(desk.apiKey.accountId, id, MEMBER), "paid");
    assert.equal((await desk.read(held.id)).status, "succeeded");

    for (let round = 0; round < 5; round++) {
      const raced = await desk.fresh();
      const made = await desk.give([{ reference: raced.transferReference, amount: "12.00" }]);
      const racedId = made.report.transfers[0]?.id ?? "";
      const ends = await Promise.allSettled([
        desk.test.services.transfers.accept(desk.apiKey.accountId, racedId, MEMBER),
        desk.test.services.transfers.resolve(desk.apiKey.accountId, racedId, "Sent back", MEMBER),
        desk.test.services.transfers.accept(desk.apiKey.accountId, racedId, MEMBER),
      ]);
      assert.equal(ends.filter(({ status }) => status === "fulfilled").length, 1);
      const isPaid = ends[1]?.status === "rejected";
      assert.equal((await desk.read(raced.id)).status, isPaid ? "succeeded" : "pending");
    }
  });

  it("of another amount pay when a member accepts them, and keep their amount", async () => {
    const { id, transferReference: reference } = await desk.fresh();
    const { transfers } = desk.test.services;
    const { report } = await desk.give([
      { reference, amount: "12.00" },
      { reference, amount: "0.40" },
    ]);
    const [less, rest] = report.transfers.map((each) => each.id);
    const accept = (transferId = less, accountId = desk.apiKey.accountId) =>
      transfers.accept(accountId, transferId ?? "", MEMBER);
    await assert.rejects(accept(less, desk.stranger.accountId), { code: "not_found" });
    await assert.rejects(accept("trf_none"), { code: "not_found" });
    assert.equal(await accept(), "paid");
    assert.equal((await desk.read(id)).status, "succeeded");
    assert.equal((await desk.eventsOf(id)).length, 1);
    await assert.rejects(accept(), { code: "transaction_final" });
    await assert.rejects(accept(rest), { code: "transaction_final" });
    const audited = await database()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.target, less ?? ""));
    assert.deepEqual(
      audited.map(({ action, actor, details }) => [action, actor, details]),
      [["transfer.accepted", MEMBER, { amount: 1200, currency: "EUR" }]],
    );
    // A later full amount is other money; another kind of file's report of the accepted one is not.
    const reported = [
      { reference, amount: "12.00" },
      { reference, amount: "12.50" },
    ];
    assert.deepEqual((await desk.give(reported, { kind: "camt.054" })).statuses, ["already_paid"]);
    const { transfers: all } = await transfers.list(desk.owner());
    assert.deepEqual(
      all.filter(({ transactionId }) => transactionId === id).map((each) => each.amount),
      [1250, 40, 1200],
    );
  });

  it("of another amount must be decided before a member marks the payment", async () => {
    const { id, transferReference: reference } = await desk.fresh();
    const { transfers } = desk.test.services;
    const { report } = await desk.give([{ reference, amount: "12.00" }]);
    const mark = () =>
      transfers.markReceived(desk.apiKey.accountId, { id, amountText: "12.50" }, MEMBER);
    await assert.rejects(mark(), { code: "transfer_undecided" });
    assert.equal((await desk.read(id)).status, "pending");
    await transfers.resolve(
      desk.apiKey.accountId,
      report.transfers[0]?.id ?? "",
      "Sent back",
      MEMBER,
    );
    assert.equal(await mark(), "paid");
    assert.deepEqual((await desk.give([{ reference }])).statuses, ["paid"]);
  });
});
