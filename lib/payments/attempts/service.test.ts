import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq, sql } from "drizzle-orm";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import {
  createTestServices,
  makeMerchant,
  makeTransaction,
  startAttempt,
} from "#lib/testing/factories.ts";
import { events } from "#lib/webhooks/model/schema.ts";

onBothDatabases("attempt service", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let apiKey: ApiKey;

  before(async () => {
    test = createTestServices(connection());
    ({ apiKey } = await makeMerchant(test.services));
  });

  // Each test has its own bank.
  const fresh = async () => {
    test = createTestServices(connection());
    return makeTransaction(test.services, apiKey);
  };
  const read = (id: string) => test.services.transactions.get(apiKey, id);
  const refresh = (id: string) => test.services.attempts.refreshLatest(id);
  const eventsOf = (id: string) =>
    database().select().from(events).where(eq(events.transactionId, id));

  it("succeeds when the bank has executed, with exactly one event", async () => {
    const transaction = await fresh();
    const { approvalUrl } = await startAttempt(test.services, transaction);
    assert.match(approvalUrl ?? "", /^https:\/\/bank\.example\//);
    assert.equal((await read(transaction.id)).status, "pending");
    test.bank.decide("succeeded");
    await Promise.all([refresh(transaction.id), refresh(transaction.id), refresh(transaction.id)]);
    assert.equal((await read(transaction.id)).status, "succeeded");
    const stored = await eventsOf(transaction.id);
    assert.equal(stored.length, 1);
    assert.equal(stored[0]?.type, "transaction.succeeded");
  });

  it("stays payable after a decline, and fails with the last reason after five attempts", async () => {
    const transaction = await fresh();
    for (let attempts = 1; attempts <= 5; attempts++) {
      await startAttempt(test.services, transaction);
      test.bank.decide("declined");
      await refresh(transaction.id);
      assert.equal((await read(transaction.id)).status, attempts < 5 ? "pending" : "failed");
    }
    assert.equal((await read(transaction.id)).failureReason, "declined");
    await assert.rejects(startAttempt(test.services, transaction), {
      code: "transaction_final",
    });
  });

  it("resumes an open attempt at the same bank, and cancels it if the payer chooses another", async () => {
    const transaction = await fresh();
    const first = await startAttempt(test.services, transaction);
    assert.deepEqual(await startAttempt(test.services, transaction), first);
    assert.equal(test.bank.calls.start, 1);
    const second = await startAttempt(test.services, transaction, "scripted-two");
    assert.notEqual(second.approvalUrl, first.approvalUrl);
    assert.deepEqual(
      test.bank.payments().map(({ state }) => state),
      ["cancelled", "open"],
    );
  });

  it("refuses an order that differs from the one shown", async () => {
    const { reference } = await fresh();
    const attempt = test.services.attempts.start({
      reference,
      bankId: "scripted",
      orderDigest: "0".repeat(64),
      payerIp: undefined,
    });
    await assert.rejects(attempt, { code: "order_changed" });
    assert.equal(test.bank.calls.start, 0);
  });

  it("never reports success for another amount, payee or end-to-end id", async () => {
    const wrong = [
      { amount: 1 },
      { currency: "USD" },
      { payee: { iban: "DE89370400440532013000", name: "x" } },
      { endToEndId: "another" },
    ];
    for (const reported of wrong) {
      const transaction = await fresh();
      await startAttempt(test.services, transaction);
      test.bank.decide("succeeded", reported);
      await refresh(transaction.id);
      assert.equal((await read(transaction.id)).status, "processing");
      assert.deepEqual(await eventsOf(transaction.id), []);
    }
  });

  it("cancels at the bank before the transaction fails", async () => {
    const transaction = await fresh();
    await startAttempt(test.services, transaction);
    const cancelled = await test.services.transactions.cancel(apiKey, transaction.id);
    assert.equal(cancelled.failureReason, "cancelled");
    assert.equal(test.bank.payments()[0]?.state, "cancelled");
  });

  it("does not cancel a payment that the bank has executed meanwhile", async () => {
    const transaction = await fresh();
    await startAttempt(test.services, transaction);
    test.bank.decide("succeeded");
    await assert.rejects(test.services.transactions.cancel(apiKey, transaction.id), {
      code: "transaction_final",
    });
    assert.equal((await read(transaction.id)).status, "succeeded");
  });

  it("stays processing while the bank's status is unknown, and polls until it is known", async () => {
    const transaction = await fresh();
    await startAttempt(test.services, transaction);
    test.bank.setDown(true);
    test.clock.advance({ minutes: 31 });
    await test.services.transactions.expireDue(1000);
    assert.equal((await read(transaction.id)).status, "processing");
    test.bank.setDown(false);
    test.bank.decide("succeeded");
    test.clock.advance({ minutes: 60 });
    await test.services.attempts.pollDue(1000);
    assert.equal((await read(transaction.id)).status, "succeeded");
  });

  it("cancels an unapproved attempt once the bank responds again", async () => {
    const transaction = await fresh();
    await startAttempt(test.services, transaction);
    test.bank.setDown(true);
    test.clock.advance({ minutes: 31 });
    await test.services.transactions.expireDue(1000);
    test.bank.setDown(false);
    test.clock.advance({ minutes: 60 });
    await test.services.attempts.pollDue(1000);
    assert.equal((await read(transaction.id)).failureReason, "expired");
    assert.equal(test.bank.payments()[0]?.state, "cancelled");
  });

  it("resubmits after a crash with the same request id, never for a second payment", async () => {
    const transaction = await fresh();
    test.bank.setDown(true);
    await assert.rejects(startAttempt(test.services, transaction), {
      code: "bank_unavailable",
    });
    test.bank.setDown(false);
    test.clock.advance({ seconds: 61 });
    await test.services.attempts.pollDue(1000);
    assert.equal(test.bank.payments().length, 1);
    const { approvalUrl } = await startAttempt(test.services, transaction);
    assert.equal(test.bank.payments().length, 1);
    assert.ok(approvalUrl);
  });

  it("returns no address if the transaction ended during the bank's response", async () => {
    const transaction = await fresh();
    test.bank.whileAnswering(async () => {
      await test.services.transactions.cancel(apiKey, transaction.id);
    });
    await assert.rejects(startAttempt(test.services, transaction), {
      code: "transaction_final",
    });
    assert.equal(test.bank.payments()[0]?.state, "cancelled");
    assert.equal((await read(transaction.id)).failureReason, "cancelled");
  });

  it("lets exactly one of 50 simultaneous outcomes win, with one event", async () => {
    const transaction = await fresh();
    await startAttempt(test.services, transaction);
    test.bank.decide("succeeded");
    test.clock.advance({ minutes: 31 });
    const race = Array.from({ length: 50 }, (_, index) =>
      index % 3 === 0
        ? refresh(transaction.id)
        : test.services.attempts.endUnpaid(
            transaction.id,
            index % 3 === 1 ? "cancelled" : "expired",
          ),
    );
    await Promise.all(race);
    assert.equal((await read(transaction.id)).status, "succeeded");
    assert.equal((await eventsOf(transaction.id)).length, 1);
  });

  it("takes the status after a payer's return from the bank, not from the address", async () => {
    const transaction = await fresh();
    await startAttempt(test.services, transaction);
    const [row] = await database()
      .select()
      .from(paymentAttempts)
      .where(eq(paymentAttempts.transactionId, transaction.id));
    assert.ok(row);
    const back = await test.services.attempts.settleReturn(row.state);
    assert.equal(back?.reference, transaction.reference);
    assert.equal((await read(transaction.id)).status, "pending");
    assert.equal(await test.services.attempts.settleReturn("forged"), undefined);
  });

  it("relies on a database that refuses changes of an order or an outcome", async () => {
    const transaction = await fresh();
    const change = (values: Partial<typeof transactions.$inferInsert>) =>
      database().update(transactions).set(values).where(eq(transactions.id, transaction.id));
    await assert.rejects(change({ amount: 1 }));
    await assert.rejects(change({ payeeIban: "DE89370400440532013000" }));
    await assert.rejects(change({ status: "succeeded", finishedAt: new Date() }));
    await test.services.transactions.cancel(apiKey, transaction.id);
    await assert.rejects(change({ status: "pending", finishedAt: null, failureReason: null }));
    // Negative control: without the guard the statement succeeds.
    await database()
      .transaction(async (tx) => {
        await tx.execute(sql`alter table transactions disable trigger transactions_guard`);
        await tx.update(transactions).set({ amount: 1 }).where(eq(transactions.id, transaction.id));
        tx.rollback();
      })
      .catch((error: Error) => assert.equal(error.message, "Rollback"));
  });
});
