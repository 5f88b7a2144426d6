import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import { transactions } from "#lib/payments/model/schema.ts";
import { expectedTransfers } from "#lib/payments/model/transfers.schema.ts";
import { onDatabase } from "#lib/testing/database.ts";
import {
  createTestServices,
  makeMerchant,
  makeTransaction,
  startAttempt,
} from "#lib/testing/factories.ts";
import { makeStatement } from "#lib/testing/statements.ts";
import { MEMBER, openTransferDesk, type TransferDesk } from "#lib/testing/transfers.ts";

onDatabase("reporting bank transfers", (database, connection) => {
  let desk: TransferDesk;

  before(async () => {
    desk = await openTransferDesk(connection());
  });

  it("can't be undone by a shopper after a restore, because the money may have come", async () => {
    const { services } = desk.test;
    const { reference, id } = await desk.fresh();
    await services.transfers.reportSent(reference);
    await services.restored.hold();
    const waiting = { code: "transaction_in_progress" };
    await assert.rejects(services.transfers.takeBack(reference), waiting);
    await services.settlement.settle({ id, outcome: "failed" });
    assert.equal((await desk.read(id)).status, "failed");
  });

  it("stops a payment from expiring", async () => {
    const transaction = await desk.fresh();
    const { reference, id } = transaction;
    await desk.test.services.transfers.reportSent(reference);
    await desk.test.services.transfers.reportSent(reference);
    const view = await desk.test.services.checkout.view(reference, "web");
    assert.equal(view?.state, "processing");
    assert.ok(view?.transfer?.reportedAt);
    desk.test.clock.advance({ minutes: 60 * 24 * 3 });
    await desk.test.services.transactions.expireDue(1000);
    assert.equal((await desk.read(id)).status, "processing");
    await assert.rejects(startAttempt(desk.test.services, transaction), {
      code: "transaction_in_progress",
    });
    await assert.rejects(desk.test.services.transactions.cancel(desk.apiKey, id), {
      code: "transaction_in_progress",
    });
    const again = makeTransaction(desk.test.services, desk.apiKey, {
      externalId: transaction.externalId ?? "",
      amount: 999,
    });
    await assert.rejects(again, { code: "transaction_in_progress" });
    assert.deepEqual((await desk.give([{ reference: transaction.transferReference }])).statuses, [
      "paid",
    ]);
    assert.equal((await desk.read(id)).status, "succeeded");
  });

  it("can be undone by the payer, and by the merchant", async () => {
    const [one, other] = [await desk.fresh(), await desk.fresh()];
    const { transfers } = desk.test.services;
    await assert.rejects(transfers.takeBack(one.reference), { code: "transfer_not_expected" });
    await transfers.reportSent(one.reference);
    await transfers.takeBack(one.reference);
    await transfers.takeBack(one.reference);
    assert.equal((await desk.read(one.id)).failureReason, "cancelled");
    await assert.rejects(transfers.reportSent(one.reference), { code: "transaction_final" });

    await assert.rejects(transfers.markNotReceived(desk.apiKey.accountId, other.id, MEMBER), {
      code: "transfer_not_expected",
    });
    await transfers.reportSent(other.reference);
    await assert.rejects(transfers.markNotReceived(desk.stranger.accountId, other.id, MEMBER), {
      code: "not_found",
    });
    await transfers.markNotReceived(desk.apiKey.accountId, other.id, MEMBER);
    assert.equal((await desk.read(other.id)).failureReason, "expired");
    assert.equal((await desk.eventsOf(other.id)).length, 1);
    assert.deepEqual((await desk.give([{ reference: other.transferReference }])).statuses, [
      "too_late",
    ]);
    assert.equal((await desk.read(other.id)).status, "failed");
  });

  it("can't be undone while a bank holds a payment attempt", async () => {
    const transaction = await desk.fresh();
    const { services } = desk.test;
    await startAttempt(services, transaction);
    desk.test.bank.decide("processing");
    await services.attempts.refreshLatest(transaction.id);
    // Set by hand, because reporting is refused while an attempt is open.
    await database()
      .update(expectedTransfers)
      .set({ reportedAt: desk.test.clock.now() })
      .where(eq(expectedTransfers.transactionId, transaction.id));
    const isRefused = (ending: Promise<void>) =>
      assert.rejects(ending, { code: "transaction_in_progress" });
    const { accountId } = desk.apiKey;
    await isRefused(services.transfers.takeBack(transaction.reference));
    await isRefused(services.transfers.markNotReceived(accountId, transaction.id, MEMBER));
    assert.equal((await desk.read(transaction.id)).status, "processing");
    desk.test.bank.decide("succeeded");
    await services.attempts.refreshLatest(transaction.id);
    assert.equal((await desk.read(transaction.id)).status, "succeeded");
  });

  it("is not offered or accepted while the last attempt is in question", async () => {
    const [alerted, silent] = [await desk.fresh(), await desk.fresh()];
    for (const each of [alerted, silent]) {
      await startAttempt(desk.test.services, each);
      desk.test.bank.decide("declined");
      await desk.test.services.attempts.refreshLatest(each.id);
      // The bank reverses its status, and has not been polled yet.
      desk.test.bank.decide("succeeded");
      const shown = await desk.test.services.checkout.view(each.reference, "web");
      assert.ok(shown?.transfer);
      if (each === alerted) await desk.test.services.transfers.prepare(each.reference);
      else {
        const reporting = desk.test.services.transfers.reportSent(each.reference);
        await assert.rejects(reporting, { code: "payment_in_question" });
      }
      const after = await desk.test.services.checkout.view(each.reference, "web");
      assert.equal(after?.transfer, null);
      assert.equal((await desk.read(each.id)).transferReportedAt, null);
    }
  });

  /** `minutes` after expiry. */
  async function shownAndOver(minutes: number) {
    const transaction = await desk.fresh();
    const { services, clock } = desk.test;
    await services.transfers.prepare(transaction.reference);
    clock.advance({ ms: transaction.expiresAt.getTime() - clock.now().getTime() });
    clock.advance({ minutes });
    return transaction;
  }
  const view = (reference: string) => desk.test.services.checkout.view(reference, "web");
  const runWorker = () => desk.test.services.transactions.expireDue(1000);
  const status = async (id: string) => {
    const { status, failureReason } = await desk.read(id);
    return failureReason ?? status;
  };

  const lookers: [string, (reference: string) => Promise<unknown>][] = [
    ["the worker came by", runWorker],
    ["the page was shown", view],
    ["both looked", (reference) => Promise.all([runWorker(), view(reference)])],
  ];
  for (const [who, look] of lookers) {
    it(`is possible for ten minutes after the time to pay, though ${who}`, async () => {
      for (const minutes of [0, 9]) {
        const { id, reference } = await shownAndOver(minutes);
        await look(reference);
        await desk.test.services.transfers.reportSent(reference);
        assert.equal(await status(id), "processing");
      }
      const old = await shownAndOver(10);
      await look(old.reference);
      const report = desk.test.services.transfers.reportSent(old.reference);
      await assert.rejects(report, { code: "transaction_final" });
      assert.equal(await status(old.id), "expired");
    });
  }

  it("waits only where the details were shown", async () => {
    const unseen = await desk.fresh();
    const { services, clock } = desk.test;
    clock.advance({ minutes: 30 });
    assert.equal((await view(unseen.reference))?.status, "failed");
    const late = await desk.fresh();
    desk.test.clock.advance({ minutes: 30 });
    await desk.test.services.transfers.prepare(late.reference);
    await runWorker();
    assert.equal(await status(late.id), "expired");
    await services.transfers.prepare(late.reference);
    assert.equal((await desk.read(late.id)).transferShownAt, null);
  });

  it("is the only action after the time to pay", async () => {
    const transaction = await shownAndOver(1);
    const { services } = desk.test;
    const shown = await view(transaction.reference);
    assert.deepEqual(
      [shown?.state, shown?.status, shown?.returnUrl, shown?.transfer?.reportedAt],
      ["expired", "pending", null, null],
    );
    await assert.rejects(startAttempt(services, transaction), { code: "transaction_final" });
    const { expiresAt } = await desk.read(transaction.id);
    assert.deepEqual(expiresAt, transaction.expiresAt);
    await services.checkout.cancel(transaction.reference, "web");
    assert.equal(await status(transaction.id), "cancelled");
  });

  it("does not block a new transaction of the order after the time to pay", async () => {
    const transaction = await shownAndOver(1);
    const externalId = transaction.externalId ?? "";
    const again = await makeTransaction(desk.test.services, desk.apiKey, { externalId });
    assert.notEqual(again.id, transaction.id);
    assert.equal(await status(transaction.id), "expired");
  });

  it("keeps no payment attempt open at a bank after the time to pay", async () => {
    for (const look of [runWorker, view]) {
      const transaction = await desk.fresh();
      const { services, bank, clock } = desk.test;
      await services.transfers.prepare(transaction.reference);
      await startAttempt(services, transaction);
      clock.advance({ minutes: 30 });
      await look(transaction.reference);
      assert.equal(await status(transaction.id), "expired");
      assert.equal(bank.payments()[0]?.state, "cancelled");
    }
  });

  it("lets the worker sleep until its time is over", async () => {
    // Other tests leave due transactions behind.
    await database()
      .update(transactions)
      .set({ status: "processing" })
      .where(eq(transactions.status, "pending"));
    const { expiresAt } = await shownAndOver(1);
    const next = await desk.test.services.transactions.nextExpiryAt();
    assert.equal(next?.getTime(), expiresAt.getTime() + 10 * 60_000);
  });

  it("before the account was closed can still be settled", async () => {
    const { services } = createTestServices(connection());
    const made = await makeMerchant(services);
    const { accountId } = made.apiKey;
    await services.accounts.setTakesTransfers(accountId, true, "operator");
    const make = async () => {
      const transaction = await makeTransaction(services, made.apiKey);
      await services.transfers.reportSent(transaction.reference);
      return transaction;
    };
    const [byHand, never, byFile] = [await make(), await make(), await make()];
    await services.operator.close(accountId);
    const mark = { id: byHand.id, amountText: "12.50" };
    assert.equal(await services.transfers.markReceived(accountId, mark, MEMBER), "paid");
    await services.transfers.markNotReceived(accountId, never.id, MEMBER);
    const entries = [{ reference: byFile.transferReference ?? "", bankRef: "C1" }];
    const file = { name: "late.xml", bytes: Buffer.from(makeStatement({ entries })) };
    await services.transfers.importFile({ accountId, mode: "test" }, file, MEMBER);
    const ends = await database()
      .select({ id: transactions.id, status: transactions.status })
      .from(transactions)
      .where(eq(transactions.accountId, accountId));
    const statusOf = new Map(ends.map(({ id, status }) => [id, status]));
    assert.deepEqual(
      [byHand, never, byFile].map(({ id }) => statusOf.get(id)),
      ["succeeded", "failed", "succeeded"],
    );
  });
});
