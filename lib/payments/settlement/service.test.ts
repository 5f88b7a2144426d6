import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { bankAlerts, paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import type { Outcome } from "#lib/payments/model/status.ts";
import { auditEntries } from "#lib/platform/db/schema.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import {
  createTestServices,
  makeMerchant,
  makeTransaction,
  startAttempt,
} from "#lib/testing/factories.ts";
import { events } from "#lib/webhooks/model/schema.ts";

const NOTE = "Statement of 20 November, entry 7";
const DAY = 24 * 60;

onBothDatabases("settling a payment that its bank never ends", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let apiKey: ApiKey;

  before(async () => {
    test = createTestServices(connection());
    ({ apiKey } = await makeMerchant(test.services));
  });

  /** Approved at its own bank, which reports nothing more. */
  async function approved() {
    test = createTestServices(connection());
    const transaction = await makeTransaction(test.services, apiKey);
    await startAttempt(test.services, transaction);
    test.bank.decide("processing");
    await poll(transaction.id);
    return transaction;
  }
  const poll = (id: string) => test.services.attempts.refreshLatest(id);
  async function pollAfter(minutes: number) {
    test.clock.advance({ minutes });
    await test.services.attempts.pollDue(1000);
  }
  /** For six days, so that the silence has raised an alert. */
  async function silent() {
    const transaction = await approved();
    await pollAfter(6 * DAY);
    return transaction;
  }
  const settle = (id: string, outcome: Outcome, note: string | undefined = NOTE) =>
    test.services.settlement.settle({ id, outcome, note }, "usr_01kagj1d6xf0bsn9t2v7y3m5qe");
  const read = (id: string) => test.services.transactions.get(apiKey, id);
  const alertsOf = async (id: string) => {
    const rows = await database()
      .select()
      .from(bankAlerts)
      .where(eq(bankAlerts.transactionId, id))
      .orderBy(bankAlerts.id);
    return rows.map(({ kind, resolvedNote }) => [kind, resolvedNote]);
  };
  const eventsOf = async (id: string) =>
    (await database().select().from(events).where(eq(events.transactionId, id)))
      .map(({ type }) => type)
      .filter((type) => type !== "transaction.processing");
  const attemptOf = async (id: string) => {
    const [row] = await database()
      .select()
      .from(paymentAttempts)
      .where(eq(paymentAttempts.transactionId, id));
    assert.ok(row);
    return row;
  };

  it("is refused while the bank may end it, without an alert", async () => {
    const transaction = await makeTransaction(test.services, apiKey);
    await assert.rejects(settle(transaction.id, "succeeded"), { code: "not_found" });
    await startAttempt(test.services, transaction);
    await assert.rejects(settle(transaction.id, "succeeded"), { code: "transaction_in_progress" });
    const { id } = await approved();
    await assert.rejects(settle(id, "succeeded"), { code: "transaction_in_progress" });
    assert.equal((await read(id)).status, "processing");
  });

  it("ends it as succeeded, with a note, event, audit entry and resolved alert", async () => {
    const { id } = await silent();
    assert.deepEqual(await alertsOf(id), [["no_final_word", null]]);
    await assert.rejects(settle(id, "succeeded", " "), { code: "invalid_request" });
    await assert.rejects(settle(id, "succeeded", "a\nb"), { code: "invalid_request" });
    await assert.rejects(settle(id, "succeeded", "x".repeat(501)), { code: "invalid_request" });
    assert.equal(await settle(id, "succeeded"), "succeeded");
    const { status, seenFunds } = await read(id);
    assert.deepEqual([status, seenFunds], ["succeeded", "received"]);
    assert.deepEqual(await eventsOf(id), ["transaction.succeeded"]);
    assert.deepEqual(await alertsOf(id), [["no_final_word", NOTE]]);
    const attempt = await attemptOf(id);
    assert.deepEqual([attempt.status, attempt.settledNote], ["succeeded", NOTE]);
    const audited = await database().select().from(auditEntries).where(eq(auditEntries.target, id));
    assert.deepEqual(
      audited.map(({ action, actor, accountId, details }) => [action, actor, accountId, details]),
      [
        [
          "transaction.settled",
          "usr_01kagj1d6xf0bsn9t2v7y3m5qe",
          apiKey.accountId,
          { status: "succeeded" },
        ],
      ],
    );
    await assert.rejects(settle(id, "failed"), { code: "transaction_final" });
  });

  it("ends it as failed seven days after the attempt began, and the order is payable again", async () => {
    const { id, externalId } = await silent();
    await assert.rejects(settle(id, "failed"), { code: "settled_too_soon" });
    assert.equal((await attemptOf(id)).settledNote, null);
    test.clock.advance({ minutes: DAY });
    assert.equal(await settle(id, "failed"), "failed");
    assert.equal((await read(id)).failureReason, "bank_unavailable");
    assert.deepEqual(await eventsOf(id), ["transaction.failed"]);
    const again = await makeTransaction(test.services, apiKey, { externalId: externalId ?? "" });
    assert.notEqual(again.id, id);
  });

  it("raises an alert if the bank executes it later, and none while it repeats itself", async () => {
    const { id } = await silent();
    test.clock.advance({ minutes: DAY });
    await settle(id, "failed");
    await pollAfter(11);
    await pollAfter(20 * DAY);
    assert.deepEqual(await alertsOf(id), [["no_final_word", NOTE]]);
    test.bank.decide("succeeded");
    await pollAfter(2 * DAY);
    assert.deepEqual(await alertsOf(id), [
      ["no_final_word", NOTE],
      ["contradiction", null],
    ]);
    assert.equal((await read(id)).status, "failed");
    assert.deepEqual(await eventsOf(id), ["transaction.failed"]);
    await pollAfter(30 * DAY);
    assert.equal((await attemptOf(id)).nextPollAt, null);
  });

  it("raises an alert if the bank declines what was settled as succeeded", async () => {
    const { id } = await silent();
    await settle(id, "succeeded");
    test.bank.decide("declined");
    await pollAfter(11);
    assert.deepEqual((await alertsOf(id)).at(-1), ["contradiction", null]);
    assert.equal((await read(id)).status, "succeeded");
  });

  it("ends one whose bank executed another order, also after its alert was resolved", async () => {
    for (const [isResolved, outcome] of [
      [false, "succeeded"],
      [true, "failed"],
    ] as const) {
      const { id } = await approved();
      test.bank.decide("succeeded", { amount: 1251 });
      await poll(id);
      const { bankAlerts: service } = test.services;
      const [alert] = await service.list({ onlyOpen: true, limit: 1 });
      assert.equal(alert?.alert.transactionId, id);
      if (isResolved) await service.resolve(alert?.alert.id ?? "", "asked the bank");
      test.clock.advance({ minutes: 7 * DAY });
      assert.equal(await settle(id, outcome), outcome);
      const note = isResolved ? "asked the bank" : NOTE;
      await pollAfter(11);
      assert.deepEqual(await alertsOf(id), [["order_mismatch", note]], "the bank repeats itself");
      test.bank.decide("succeeded", { amount: 1250 });
      await pollAfter(2 * DAY);
      const isContrary = outcome === "failed";
      assert.equal((await alertsOf(id)).length, isContrary ? 2 : 1);
    }
  });

  it("ends one whose bank is no longer configured, without an alert", async () => {
    const { id } = await approved();
    const { directory } = test.bank;
    const { connectorFor } = directory;
    await assert.rejects(settle(id, "succeeded"), { code: "transaction_in_progress" });
    directory.connectorFor = () => undefined;
    assert.equal(await settle(id, "succeeded"), "succeeded");
    directory.connectorFor = connectorFor;
    assert.deepEqual(await alertsOf(id), []);
  });

  it("lets a waiting transfer pay if it is settled as failed", async () => {
    test = createTestServices(connection());
    const merchant = await makeMerchant(test.services);
    await test.services.accounts.setTakesTransfers(merchant.accountId, true, "operator");
    const { id } = await makeTransaction(test.services, merchant.apiKey);
    const transaction = await test.services.transactions.get(merchant.apiKey, id);
    await startAttempt(test.services, transaction);
    test.bank.decide("processing");
    await poll(id);
    const mark = { id, amountText: "12.50" };
    const { transfers } = test.services;
    assert.equal(await transfers.markReceived(merchant.accountId, mark, "operator"), "being_paid");
    await pollAfter(7 * DAY);
    assert.equal(await settle(id, "failed"), "succeeded");
    assert.deepEqual(await eventsOf(id), ["transaction.succeeded"]);
  });

  it("ends it once, by the bank or by the operator, when both come at the same time", async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await silent();
      test.clock.advance({ minutes: DAY });
      test.bank.decide("succeeded");
      const [settled] = await Promise.allSettled([
        settle(id, "failed"),
        poll(id),
        test.services.attempts.pollDue(1000),
      ]);
      const { status } = await read(id);
      assert.equal(status, settled.status === "fulfilled" ? "failed" : "succeeded");
      assert.deepEqual(await eventsOf(id), [`transaction.${status}`]);
      const hasContradiction = (await alertsOf(id)).some(([kind]) => kind === "contradiction");
      if (status === "succeeded") assert.equal(hasContradiction, false);
      else {
        await pollAfter(11);
        assert.deepEqual((await alertsOf(id)).at(-1), ["contradiction", null]);
      }
    }
  });
});
