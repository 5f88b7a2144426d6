import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { bankAlerts } from "#lib/payments/model/attempts.schema.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { onDatabase } from "#lib/testing/database.ts";
import {
  createTestServices,
  makeMerchant,
  makeTransaction,
  startAttempt,
} from "#lib/testing/factories.ts";

const ORDER = { externalId: "order-f12", amount: 1250, currency: "EUR" };

onDatabase("an unapproved payment", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let apiKey: ApiKey;
  let transaction: Transaction;

  before(async () => {
    test = createTestServices(connection());
    ({ apiKey } = await makeMerchant(test.services));
  });

  /** The bank keeps every payment, and gives no page to approve it. */
  async function fresh(values: object = {}): Promise<void> {
    test = createTestServices(connection());
    test.bank.keepsOpen(true);
    test.bank.hideAddress(true);
    transaction = await makeTransaction(test.services, apiKey, values);
  }

  const start = () => startAttempt(test.services, transaction);
  const read = () => test.services.transactions.get(apiKey, transaction.id);
  const view = async () => {
    const shown = await test.services.checkout.view(transaction.reference, "web");
    assert.ok(shown);
    return shown;
  };
  const alerts = async () =>
    (
      await database()
        .select()
        .from(bankAlerts)
        .where(eq(bankAlerts.transactionId, transaction.id))
        .orderBy(bankAlerts.id)
    ).map(({ kind }) => kind);

  async function poll(times = 1): Promise<void> {
    for (let time = 0; time < times; time++) {
      const latest = await test.services.attempts.latest(transaction.id);
      const due = latest?.nextPollAt?.getTime() ?? 0;
      test.clock.advance({ ms: Math.max(0, due - test.clock.now().getTime()) });
      await test.services.attempts.pollDue(1000);
    }
  }

  it("has no page at a bank that took the order, and says so while the bank holds it", async () => {
    await fresh();
    assert.equal((await start()).approvalUrl, undefined);
    const { state, approvalWait } = await view();
    assert.deepEqual([state, approvalWait], ["opened", { kind: "no_page", message: null }]);
    await poll(4);
    const late = await view();
    assert.deepEqual(
      [late.state, late.bankWait?.approval, late.approvalWait],
      ["processing", "missing", null],
    );
  });

  it("also where the bank's status can't be read right after its answer", async () => {
    await fresh();
    test.bank.whileAnswering(async () => test.bank.setDown(true));
    assert.equal((await start()).approvalUrl, undefined);
    assert.equal((await view()).approvalWait?.kind, "no_page");
  });

  it("leads back to the shop at once, which an approved payment does only after a minute", async () => {
    const urls = { successUrl: "https://shop.example/ok", failureUrl: "https://shop.example/no" };
    await fresh(urls);
    await start();
    await poll(4);
    assert.match((await view()).returnUrl ?? "", /^https:\/\/shop\.example\//);
    test.bank.decide("processing");
    await poll();
    assert.equal((await view()).bankWait?.approval, "given");
  });

  it("stays with its bank, without a time of the bank's own", async () => {
    await fresh(ORDER);
    await start();
    await poll(30);
    assert.equal((await read()).status, "processing");
    test.bank.decide("declined");
    await poll();
    assert.equal((await read()).status, "failed");
  });

  it("ends after the bank's own time and one more read, and frees the order", async () => {
    await fresh(ORDER);
    test.bank.settings.approvalMinutes = 20;
    await start();
    await poll(4);
    const startedAt = transaction.createdAt.getTime();
    while (test.clock.now().getTime() <= startedAt + 20 * 60_000) {
      assert.equal((await read()).status, "processing");
      await poll();
    }
    const { status, failureReason } = await read();
    assert.deepEqual([status, failureReason], ["failed", "bank_unavailable"]);
    assert.deepEqual(await alerts(), ["never_approved"]);
    const shown = await view();
    assert.deepEqual([shown.state, shown.isInQuestion], ["failed", false]);
    const next = await makeTransaction(test.services, apiKey, ORDER);
    assert.notEqual(next.id, transaction.id);

    // The bank's later word is a contradiction, never a second success by itself.
    test.bank.decide("succeeded");
    await poll();
    assert.deepEqual(await alerts(), ["never_approved", "contradiction"]);
    assert.equal((await read()).status, "failed");
    assert.equal((await view()).isInQuestion, true);
  });

  it("never ends by its time once the bank reports an approval, or nothing", async () => {
    await fresh();
    test.bank.settings.approvalMinutes = 20;
    await start();
    await poll(4);
    test.bank.setDown(true);
    await poll(12);
    assert.equal((await read()).status, "processing");
    test.bank.setDown(false);
    test.bank.decide("processing");
    await poll(3);
    assert.equal((await read()).status, "processing");
    test.bank.decide("succeeded");
    await poll();
    assert.equal((await read()).status, "succeeded");
  });

  it("never ends by its time at a bank that shows no approvals, nor once it was approved", async () => {
    await fresh();
    test.bank.settings.approvalMinutes = 20;
    test.bank.whileAnswering(async () => test.bank.decide("open", { isApprovalKnown: false }));
    await start();
    test.bank.decide("open", { isApprovalKnown: false });
    await poll(12);
    assert.equal((await view()).bankWait?.approval, "unknown");
    test.bank.decide("processing", { isApprovalKnown: true });
    await poll();
    test.bank.decide("open", { isApprovalKnown: true });
    await poll(4);
    assert.equal((await view()).bankWait?.approval, "given");
    assert.deepEqual([(await read()).status, await alerts()], ["processing", []]);
  });

  it("is unknown, not unapproved, if the bank can't be asked while the order ends", async () => {
    await fresh();
    test.bank.hideAddress(false);
    await start();
    test.bank.setDown(true);
    await test.services.attempts.endUnpaid(transaction.id, "expired");
    assert.equal((await view()).bankWait?.approval, "unknown");
    test.bank.setDown(false);
    await poll();
    assert.equal((await view()).bankWait?.approval, "missing");
  });

  it("is cancelled in time at a bank that shows no approvals, if its status never changed", async () => {
    await fresh();
    test.bank.hideAddress(false);
    test.bank.keepsOpen(false);
    test.bank.whileAnswering(async () =>
      test.bank.decide("open", { bankStatus: "PDNG", isApprovalKnown: false }),
    );
    await start();
    test.bank.decide("processing", { bankStatus: "PDNG", isApprovalKnown: false });
    await poll(2);
    assert.equal((await read()).status, "pending");
    test.bank.whileCancelling(async () => test.bank.decide("cancelled"));
    await test.services.attempts.endUnpaid(transaction.id, "expired");
    assert.equal((await read()).failureReason, "expired");
  });

  it("waits for an approval elsewhere in the bank's words, asks every five seconds, and forgets them", async () => {
    await fresh();
    test.bank.keepsOpen(false);
    test.bank.decouple("Use the app");
    assert.equal((await start()).approvalUrl, undefined);
    assert.equal((await start()).approvalUrl, undefined, "the same attempt");
    assert.equal(test.bank.payments().length, 1);
    const { approvalWait, isJustBack } = await view();
    assert.deepEqual(approvalWait, { kind: "elsewhere", message: "Use the app" });
    assert.equal(isJustBack, false);
    const begunAt = test.clock.now().getTime();
    await poll(12);
    assert.equal(test.clock.now().getTime() - begunAt, 60_000);
    test.bank.decide("succeeded");
    await poll();
    assert.equal((await read()).status, "succeeded");
    const ended = await test.services.attempts.latest(transaction.id);
    assert.deepEqual([ended?.approvalMessage, (await view()).approvalWait], [null, null]);
  });

  it("that waits elsewhere is cancelled for another bank, and declined there it can be tried again", async () => {
    await fresh();
    test.bank.keepsOpen(false);
    test.bank.decouple(undefined);
    await start();
    assert.deepEqual((await view()).approvalWait, { kind: "elsewhere", message: null });
    assert.equal(
      (await startAttempt(test.services, transaction, "scripted-two")).approvalUrl,
      undefined,
    );
    assert.deepEqual(
      test.bank.payments().map(({ state }) => state),
      ["cancelled", "open"],
    );
    test.bank.decide("declined");
    await poll();
    const shown = await view();
    assert.deepEqual([shown.state, shown.lastDecline], ["declined", "declined"]);
  });
});
