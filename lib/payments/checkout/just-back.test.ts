import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { onDatabase } from "#lib/testing/database.ts";
import {
  createTestServices,
  makeDirectTransaction,
  makeMerchant,
  makeTransaction,
  startAttempt,
} from "#lib/testing/factories.ts";

const WAIT_MS = 25_000;

onDatabase("a payer who is just back from the bank", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let apiKey: ApiKey;

  before(async () => {
    ({ apiKey } = await makeMerchant(createTestServices(connection()).services));
  });

  async function attemptOf({ id }: Transaction) {
    const [attempt] = await database()
      .select()
      .from(paymentAttempts)
      .where(eq(paymentAttempts.transactionId, id));
    assert.ok(attempt);
    return attempt;
  }

  async function atBank(): Promise<Transaction> {
    test = createTestServices(connection());
    const transaction = await makeTransaction(test.services, apiKey);
    await startAttempt(test.services, transaction);
    return transaction;
  }

  async function comeBack(transaction: Transaction): Promise<void> {
    const { state } = await attemptOf(transaction);
    await test.services.payers.comeBack({ state, currentSession: async () => undefined });
  }

  async function shown({ reference, flow }: Transaction) {
    const { checkout } = test.services;
    const view = await checkout.view(reference, flow);
    const look = await checkout.look(reference, flow);
    assert.ok(view && look);
    assert.equal(look.version, view.version);
    return { isJustBack: view.isJustBack, version: view.version, at: look.nextChangeAt };
  }

  for (const [bank, fail] of [
    ["that does not respond", () => test.bank.setDown(true)],
    ["that has not noticed the approval", () => {}],
  ] as const) {
    it(`waits 25 seconds for a bank ${bank}, and open pages are notified of the end`, async () => {
      const transaction = await atBank();
      const left = await shown(transaction);
      assert.equal(left.isJustBack, false);
      test.clock.advance({ seconds: 300 });
      fail();
      await comeBack(transaction);
      const back = await shown(transaction);
      assert.equal(back.isJustBack, true);
      assert.notEqual(back.version, left.version);
      assert.equal(back.at?.getTime(), test.clock.now().getTime() + WAIT_MS);
      test.clock.advance({ ms: WAIT_MS - 1 });
      assert.deepEqual(await shown(transaction), back);
      test.clock.advance({ ms: 1 });
      assert.deepEqual(await shown(transaction), left);
    });
  }

  it("waits again after each return", async () => {
    const transaction = await atBank();
    for (let returns = 0; returns < 2; returns++) {
      await comeBack(transaction);
      assert.equal((await shown(transaction)).isJustBack, true);
      test.clock.advance({ ms: WAIT_MS });
      assert.equal((await shown(transaction)).isJustBack, false);
    }
  });

  it("does not wait for a bank that has decided", async () => {
    for (const [decision, status] of [
      ["declined", "pending"],
      ["cancelled", "pending"],
      ["processing", "processing"],
      ["succeeded", "succeeded"],
    ] as const) {
      const transaction = await atBank();
      test.bank.decide(decision);
      await comeBack(transaction);
      const view = await test.services.checkout.view(transaction.reference, "web");
      assert.deepEqual([view?.status, view?.isJustBack], [status, false], decision);
    }
  });

  it("does not wait past the end of the payment", async () => {
    const transaction = await atBank();
    test.clock.advance({ ms: transaction.expiresAt.getTime() - test.clock.now().getTime() - 1000 });
    await comeBack(transaction);
    assert.equal((await shown(transaction)).at?.getTime(), transaction.expiresAt.getTime());
  });

  it("stops waiting at another bank", async () => {
    const transaction = await atBank();
    await comeBack(transaction);
    await database()
      .update(paymentAttempts)
      .set({ status: "failed", failureReason: "declined", finishedAt: test.clock.now() })
      .where(eq(paymentAttempts.transactionId, transaction.id));
    await startAttempt(test.services, transaction);
    assert.equal((await shown(transaction)).isJustBack, false);
  });

  it("waits in an app too, with its session or a copy of it", async () => {
    for (const isOwn of [true, false]) {
      test = createTestServices(connection());
      const { transaction, session } = await openInApp();
      const { state } = await attemptOf(transaction);
      const currentSession = async () => (isOwn ? session : undefined);
      const back = await test.services.payers.comeBack({ state, currentSession });
      assert.equal(back?.opened === undefined, isOwn);
      assert.equal((await shown(transaction)).isJustBack, true);
    }
  });

  async function openInApp() {
    const { transaction, checkoutToken, jwt } = await makeDirectTransaction(test.services, apiKey);
    const { id: session } = await test.services.payers.exchange({
      token: checkoutToken,
      jwt,
      redirectUrl: undefined,
      deviceId: undefined,
      currentSession: async () => undefined,
    });
    await startAttempt(test.services, transaction);
    await database()
      .update(paymentAttempts)
      .set({ payerSessionId: session })
      .where(eq(paymentAttempts.transactionId, transaction.id));
    return { transaction, session };
  }

  it("is polled at the bank within seconds, however rarely before", async () => {
    const transaction = await atBank();
    const later = new Date(test.clock.now().getTime() + 20 * 60_000);
    await database()
      .update(paymentAttempts)
      .set({ nextPollAt: later, pollCount: 8 })
      .where(eq(paymentAttempts.transactionId, transaction.id));
    await comeBack(transaction);
    const { nextPollAt, pollCount } = await attemptOf(transaction);
    assert.equal(nextPollAt?.getTime(), test.clock.now().getTime() + 5_000);
    assert.equal(pollCount, 0);
  });
});
