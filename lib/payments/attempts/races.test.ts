import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import { BankError } from "#lib/banks/connector.ts";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { bankAlerts, paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { onDatabase } from "#lib/testing/database.ts";
import {
  createTestServices,
  makeMerchant,
  makeTransaction,
  startAttempt,
} from "#lib/testing/factories.ts";
import { events } from "#lib/webhooks/model/schema.ts";
import { BANK_CALL_INTERVAL_MS } from "./bank.ts";

onDatabase("simultaneous payment attempts", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let apiKey: ApiKey;

  before(async () => {
    test = createTestServices(connection());
    ({ apiKey } = await makeMerchant(test.services));
  });

  const fresh = async () => {
    test = createTestServices(connection());
    return makeTransaction(test.services, apiKey);
  };
  const read = (id: string) => test.services.transactions.get(apiKey, id);
  const refresh = (id: string) => test.services.attempts.refreshLatest(id);
  const cancel = (id: string) => test.services.transactions.cancel(apiKey, id);
  const attemptsOf = (id: string) =>
    database().select().from(paymentAttempts).where(eq(paymentAttempts.transactionId, id));
  const untilNextPoll = async ({ id }: Transaction) =>
    Number((await attemptsOf(id)).at(-1)?.nextPollAt) - test.clock.now().getTime();

  it("end with one event if the payer declines during a cancellation that hangs", async () => {
    const transaction = await fresh();
    await startAttempt(test.services, transaction);
    test.bank.whileCancelling(async () => {
      test.bank.decide("declined");
      await refresh(transaction.id);
      throw new BankError("unreachable", "the cancellation timed out");
    });
    assert.equal((await cancel(transaction.id)).failureReason, "cancelled");
    const told = await database()
      .select()
      .from(events)
      .where(eq(events.transactionId, transaction.id));
    assert.equal(told.length, 1);
  });

  it("return one address for simultaneous clicks, and cancel nothing", async () => {
    const transaction = await fresh();
    const responses = await Promise.all([
      startAttempt(test.services, transaction),
      startAttempt(test.services, transaction),
      startAttempt(test.services, transaction),
    ]);
    assert.equal(new Set(responses.map(({ approvalUrl }) => approvalUrl)).size, 1);
    assert.equal(test.bank.calls.cancel, 0);
    assert.equal((await attemptsOf(transaction.id)).length, 1);
  });

  it("cancel nothing if a response arrives after another one was used to pay", async () => {
    const transaction = await fresh();
    test.bank.whileAnswering(async () => {
      test.clock.advance({ ms: BANK_CALL_INTERVAL_MS });
      await startAttempt(test.services, transaction);
      test.bank.decide("succeeded");
      await refresh(transaction.id);
    });
    await startAttempt(test.services, transaction);
    assert.equal(test.bank.calls.cancel, 0);
    assert.equal((await read(transaction.id)).status, "succeeded");
    assert.deepEqual(
      (await attemptsOf(transaction.id)).map(({ status }) => status),
      ["succeeded"],
    );
  });

  it("never cancel a payment at the bank that the payer has approved", async () => {
    const transaction = await fresh();
    await startAttempt(test.services, transaction);
    test.bank.decide("processing");
    await refresh(transaction.id);
    const another = startAttempt(test.services, transaction, "scripted-two");
    await assert.rejects(another, { code: "transaction_in_progress" });
    await assert.rejects(cancel(transaction.id), { code: "transaction_in_progress" });
    // A stale replica of the bank may still report `open`.
    test.bank.decide("open");
    await refresh(transaction.id);
    test.clock.advance({ minutes: 60 });
    await test.services.attempts.pollDue(1000);
    assert.equal(test.bank.calls.cancel, 0);
    assert.equal((await read(transaction.id)).status, "processing");
  });

  it("report a bank's late decline as a decline, also after the expiry", async () => {
    const transaction = await fresh();
    await startAttempt(test.services, transaction);
    test.bank.decide("processing");
    await refresh(transaction.id);
    test.clock.advance({ minutes: 45 });
    test.bank.decide("declined");
    await refresh(transaction.id);
    assert.equal((await read(transaction.id)).failureReason, "declined");
  });

  it("are polled soon after the approval, also if it took long and the page was loaded often", async () => {
    const transaction = await fresh();
    await startAttempt(test.services, transaction);
    for (let minutes = 0; minutes < 20; minutes += 2) {
      test.clock.advance({ minutes: 2 });
      await test.services.attempts.pollDue(1000);
    }
    assert.ok((await untilNextPoll(transaction)) > 60_000, "it had slowed down");
    test.bank.decide("processing");
    await refresh(transaction.id);
    for (let loads = 0; loads < 10; loads++) await refresh(transaction.id);
    assert.ok((await untilNextPoll(transaction)) <= 5_000);
    test.clock.advance({ seconds: 5 });
    await test.services.attempts.pollDue(1000);
    const slower = await untilNextPoll(transaction);
    assert.ok(slower > 5_000 && slower <= 10_000, `${slower} ms`);
  });

  it("are polled soon after the payer's return if the bank does not respond", async () => {
    const transaction = await fresh();
    await startAttempt(test.services, transaction);
    for (let minutes = 0; minutes < 20; minutes += 2) {
      test.clock.advance({ minutes: 2 });
      await test.services.attempts.pollDue(1000);
    }
    assert.ok((await untilNextPoll(transaction)) > 60_000, "it had slowed down");
    const [one] = await attemptsOf(transaction.id);
    test.bank.setDown(true);
    await test.services.attempts.settleReturn(one?.state ?? "");
    assert.equal((await read(transaction.id)).status, "pending");
    assert.equal(await untilNextPoll(transaction), 5_000);
  });

  it("are cancelled at increasing intervals if the bank refuses, with an alert after a day", async () => {
    const transaction = await fresh();
    await startAttempt(test.services, transaction);
    test.bank.keepsOpen(true);
    await assert.rejects(cancel(transaction.id), { code: "transaction_in_progress" });
    const alertsNow = () =>
      database()
        .select({ kind: bankAlerts.kind })
        .from(bankAlerts)
        .where(eq(bankAlerts.transactionId, transaction.id));
    for (let hours = 0; hours < 23; hours++) {
      test.clock.advance({ minutes: 60 });
      await test.services.attempts.pollDue(1000);
    }
    assert.deepEqual(await alertsNow(), []);
    for (let hours = 0; hours < 3; hours++) {
      test.clock.advance({ minutes: 60 });
      await test.services.attempts.pollDue(1000);
    }
    assert.deepEqual(await alertsNow(), [{ kind: "no_final_word" }]);
    // At once, then at polls 1, 2, 4, 8 and 16.
    assert.equal(test.bank.calls.cancel, 6);
    test.bank.keepsOpen(false);
    test.bank.decide("cancelled");
    test.clock.advance({ minutes: 60 });
    await test.services.attempts.pollDue(1000);
    assert.equal((await read(transaction.id)).failureReason, "cancelled");
  });

  it("are cancelled at the bank if it reports them as open after a decline", async () => {
    const transaction = await fresh();
    await startAttempt(test.services, transaction);
    test.bank.decide("declined");
    await refresh(transaction.id);
    test.bank.decide("open");
    test.clock.advance({ minutes: 10 });
    await test.services.attempts.pollDue(1000);
    assert.deepEqual(
      test.bank.payments().map(({ state }) => state),
      ["cancelled"],
    );
  });

  it("are never cancelled after success, also if the bank reports them as open", async () => {
    const transaction = await fresh();
    await startAttempt(test.services, transaction);
    test.bank.decide("succeeded");
    await refresh(transaction.id);
    test.bank.decide("open");
    test.clock.advance({ minutes: 24 * 60 });
    const before = test.bank.calls.read;
    await test.services.attempts.pollDue(1000);
    assert.ok(test.bank.calls.read > before, "it was asked");
    assert.equal(test.bank.calls.cancel, 0);
    assert.equal(await untilNextPoll(transaction), -test.clock.now().getTime(), "and is no more");
  });

  it("are polled hourly for a week after their end if the bank does not respond", async () => {
    const transaction = await fresh();
    await startAttempt(test.services, transaction);
    test.bank.decide("declined");
    await refresh(transaction.id);
    test.bank.setDown(true);
    test.clock.advance({ minutes: 10 });
    await test.services.attempts.pollDue(1000);
    assert.equal(await untilNextPoll(transaction), 60 * 60_000);
    test.clock.advance({ minutes: 7 * 24 * 60 });
    await test.services.attempts.pollDue(1000);
    assert.equal((await attemptsOf(transaction.id))[0]?.nextPollAt, null);
  });

  it("keep the order payable if the first bank is unavailable for the cancellation", async () => {
    const transaction = await fresh();
    await startAttempt(test.services, transaction);
    test.bank.setDown(true);
    const another = () => startAttempt(test.services, transaction, "scripted-two");
    await assert.rejects(another(), { code: "bank_unavailable" });
    assert.equal((await read(transaction.id)).status, "pending");
    test.bank.setDown(false);
    test.clock.advance({ ms: BANK_CALL_INTERVAL_MS });
    await another();
    assert.deepEqual(
      test.bank.payments().map(({ state }) => state),
      ["cancelled", "open"],
    );
  });

  it("keep the reason of a cancellation, also in the last attempt", async () => {
    const transaction = await fresh();
    for (let attempts = 0; attempts < 4; attempts++) {
      await startAttempt(test.services, transaction);
      test.bank.decide("declined");
      await refresh(transaction.id);
    }
    await startAttempt(test.services, transaction);
    assert.equal((await cancel(transaction.id)).failureReason, "cancelled");
  });

  it("let others expire if one can't be ended, and that one later", async () => {
    const broken = await fresh();
    await startAttempt(test.services, broken);
    const others = [
      await makeTransaction(test.services, apiKey),
      await makeTransaction(test.services, apiKey),
    ];
    test.bank.whileCancelling(async () => {
      throw new TypeError("a fault of ours");
    });
    test.clock.advance({ minutes: 31 });
    await test.services.transactions.expireDue(1000);
    for (const { id } of others) assert.equal((await read(id)).failureReason, "expired");
    assert.equal((await read(broken.id)).status, "pending");
    test.bank.whileCancelling(undefined);
    test.clock.advance({ seconds: 11 });
    await test.services.transactions.expireDue(1000);
    assert.equal((await read(broken.id)).failureReason, "expired");
  });

  it("can't be started while the transaction is being ended", async () => {
    const transaction = await fresh();
    await startAttempt(test.services, transaction);
    test.bank.whileCancelling(async () => {
      await assert.rejects(startAttempt(test.services, transaction), {
        code: "transaction_final",
      });
    });
    assert.equal((await cancel(transaction.id)).failureReason, "cancelled");
  });
});
