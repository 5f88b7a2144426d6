import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import { sessions, users } from "#lib/identity/model/schema.ts";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { onDatabase } from "#lib/testing/database.ts";
import {
  createTestServices,
  makeMerchant,
  makeTransaction,
  startAttempt,
} from "#lib/testing/factories.ts";

onDatabase("transactions of a restored backup", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let apiKey: ApiKey;

  before(async () => {
    test = createTestServices(connection());
    ({ apiKey } = await makeMerchant(test.services));
  });

  const fresh = () => makeTransaction(test.services, apiKey);
  const statusOf = async (id: string) => {
    const { status, failureReason } = await test.services.transactions.get(apiKey, id);
    return failureReason ?? status;
  };
  const isHeld = async (id: string) =>
    (await test.services.restored.list()).some(({ transaction }) => transaction.id === id);
  /** The processes start again, much later. */
  async function runWorker() {
    test.clock.advance({ minutes: 60 });
    await test.services.attempts.pollDue(100);
    await test.services.transactions.expireDue(1000);
  }

  it("can't expire, be cancelled, replaced or paid again, and are settled by the operator", async () => {
    const [paid, unpaid] = [await fresh(), await fresh()];
    const { services } = test;
    await services.operator.afterRestore();
    await runWorker();
    assert.deepEqual(await Promise.all([paid, unpaid].map(({ id }) => statusOf(id))), [
      "processing",
      "processing",
    ]);
    assert.equal((await services.checkout.view(paid.reference, "web"))?.state, "processing");
    const inProgress = { code: "transaction_in_progress" };
    await assert.rejects(services.transactions.cancel(apiKey, paid.id), inProgress);
    await assert.rejects(startAttempt(services, paid), inProgress);
    const again = makeTransaction(services, apiKey, {
      externalId: paid.externalId ?? "",
      amount: 1,
    });
    await assert.rejects(again, inProgress);

    await services.settlement.settle({ id: paid.id, outcome: "succeeded" });
    const { seenFunds } = await services.transactions.get(apiKey, paid.id);
    assert.equal(seenFunds, null, "no statement was looked at");
    await services.settlement.settle({ id: unpaid.id, outcome: "failed" });
    assert.deepEqual(
      [await statusOf(paid.id), await statusOf(unpaid.id), await isHeld(paid.id)],
      ["succeeded", "expired", false],
    );
    await assert.rejects(services.settlement.settle({ id: paid.id, outcome: "failed" }), {
      code: "transaction_final",
    });
  });

  for (const [bankState, status, isResponseLost] of [
    ["succeeded", "succeeded", false],
    ["declined", "processing", false],
    ["open", "processing", false],
    ["succeeded", "succeeded", true],
    ["open", "processing", true],
  ] as const) {
    const which = isResponseLost ? "whose start the backup does not know" : "";
    it(`follow an attempt ${which} that is ${bankState} at its bank, and never fail`, async () => {
      const transaction = await fresh();
      const { services, bank } = test;
      await startAttempt(services, transaction);
      if (isResponseLost) {
        await database()
          .update(paymentAttempts)
          .set({ status: "starting", bankPaymentId: null, approvalUrl: null })
          .where(eq(paymentAttempts.transactionId, transaction.id));
      }
      await services.operator.afterRestore();
      await assert.rejects(services.settlement.settle({ id: transaction.id, outcome: "failed" }), {
        code: "transaction_in_progress",
      });
      bank.decide(bankState);
      await runWorker();
      assert.equal(await statusOf(transaction.id), status);
      const [attempt] = await database()
        .select()
        .from(paymentAttempts)
        .where(eq(paymentAttempts.transactionId, transaction.id));
      assert.notEqual(attempt?.finishedAt, null, "no payer can approve it any more");
      assert.notEqual(attempt?.bankPaymentId, null);
      assert.equal(await isHeld(transaction.id), status === "processing");
    });
  }

  it("wait for the bank's status, also if they were ending, while its response is missing", async () => {
    const transaction = await fresh();
    const { services, bank } = test;
    await startAttempt(services, transaction);
    await database()
      .update(paymentAttempts)
      .set({ status: "starting", bankPaymentId: null, approvalUrl: null })
      .where(eq(paymentAttempts.transactionId, transaction.id));
    await database()
      .update(transactions)
      .set({ endReason: "cancelled" })
      .where(eq(transactions.id, transaction.id));
    await services.operator.afterRestore();
    bank.decide("succeeded");
    await runWorker();
    assert.equal(await statusOf(transaction.id), "succeeded");
  });

  it("are not held if they were ending, or were created later", async () => {
    const ending = await fresh();
    const { services, clock } = test;
    await startAttempt(services, ending);
    await database()
      .update(transactions)
      .set({ endReason: "cancelled" })
      .where(eq(transactions.id, ending.id));
    await services.operator.afterRestore();
    const later = await fresh();
    assert.deepEqual([await isHeld(ending.id), await isHeld(later.id)], [false, false]);
    await assert.rejects(services.settlement.settle({ id: later.id, outcome: "succeeded" }), {
      code: "not_found",
    });
    clock.advance({ minutes: 60 });
    await services.transactions.expireDue(1000);
    assert.equal(await statusOf(later.id), "expired");
  });

  it("end every session, because it may have been revoked after the backup", async () => {
    const { services, clock } = test;
    const now = clock.now();
    const userId = newId("usr");
    await database()
      .insert(users)
      .values({
        id: userId,
        email: `${userId}@shop.example`,
        name: "Ada",
        passwordHash: "none",
        passwordChangedAt: now,
        createdAt: now,
      });
    const { id } = await services.sessions.open({ userId, userAgent: null, isComplete: true });
    assert.ok(await services.sessions.find(id));
    await services.operator.afterRestore();
    assert.equal(await services.sessions.find(id), undefined);
    const [session] = await database().select().from(sessions).where(eq(sessions.id, id));
    assert.deepEqual(session?.revokedAt, now);
  });
});
