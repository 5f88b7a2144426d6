import assert from "node:assert/strict";
import { before, it } from "node:test";
import { asc, eq } from "drizzle-orm";
import { BankError } from "#lib/banks/connector.ts";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { orderDigest } from "#lib/payments/checkout/order-digest.ts";
import { paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import { payerSessions } from "#lib/payments/model/payers.schema.ts";
import { createLifecycle } from "#lib/payments/transactions/lifecycle.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { waitingTransfers } from "#lib/payments/transfers/waiting.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant, makeTransaction } from "#lib/testing/factories.ts";
import { BANK_CALL_INTERVAL_MS } from "./bank.ts";
import { createAttemptService } from "./service.ts";

onDatabase("a payment without an approval address", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let apiKey: ApiKey;
  let service: ReturnType<typeof createAttemptService>;
  let transaction: Transaction;
  let payer: { sessionId: string; hasIban: boolean };

  before(async () => {
    test = createTestServices(connection());
    ({ apiKey } = await makeMerchant(test.services));
  });

  async function fresh({ hasPayerIban = false } = {}): Promise<void> {
    test = createTestServices(connection());
    const { clock, bank, services } = test;
    service = createAttemptService({
      db: database(),
      clock,
      seal: services.seal,
      logger: createLogger("silent"),
      lifecycle: createLifecycle({
        clock,
        recordStatus: services.webhooks.recordStatus,
        recordFunds: services.webhooks.recordFunds,
        transfers: waitingTransfers,
      }),
      banks: bank.directory,
      payerAppUrl: "https://pay.example/pay",
      secureUrl: "https://secure.example/in-app",
      bankDetails: async () => ({}),
      payerIban: async () => (hasPayerIban ? "DE89370400440532013000" : undefined),
      orderDigest: (order) => orderDigest(services.seal, order),
    });
    transaction = await makeTransaction(services, apiKey);
    payer = { sessionId: newId("psn"), hasIban: hasPayerIban };
    await database()
      .insert(payerSessions)
      .values({ id: payer.sessionId, transactionId: transaction.id, createdAt: clock.now() });
  }

  const start = (bankId = "scripted") =>
    service.start({
      reference: transaction.reference,
      bankId,
      orderDigest: orderDigest(test.services.seal, transaction),
      payerIp: undefined,
      payer,
    });
  const attempts = () =>
    database()
      .select()
      .from(paymentAttempts)
      .where(eq(paymentAttempts.transactionId, transaction.id))
      .orderBy(asc(paymentAttempts.id));
  const latest = async () => {
    const one = (await attempts()).at(-1);
    assert.ok(one);
    return one;
  };
  const read = () => test.services.transactions.get(apiKey, transaction.id);
  const states = () => test.bank.payments().map(({ state }) => state);

  async function poll(times = 1): Promise<void> {
    for (let time = 0; time < times; time++) {
      const { nextPollAt } = await latest();
      test.clock.advance({ ms: Math.max(0, Number(nextPollAt) - test.clock.now().getTime()) });
      await service.pollDue(1000);
    }
  }

  function loseAnswer(): void {
    test.bank.whileAnswering(async () => {
      throw new BankError("unreachable", "the connection broke while the bank answered");
    });
  }

  it("follows the bank's status from its first response on", async () => {
    await fresh();
    test.bank.hideAddress(true);
    assert.equal((await start()).approvalUrl, undefined);
    const { status, bankPaymentId } = await latest();
    assert.deepEqual([status, bankPaymentId], ["starting", test.bank.payments()[0]?.id]);
    test.bank.decide("succeeded");
    test.clock.advance({ minutes: 31 });
    await service.endUnpaid(transaction.id, "expired");
    assert.equal((await read()).status, "succeeded");
  });

  it("continues if the bank requires no approval", async () => {
    await fresh();
    test.bank.hideAddress(true);
    test.bank.whileAnswering(async () => test.bank.decide("processing"));
    await assert.rejects(start(), { code: "transaction_in_progress" });
    assert.equal((await latest()).status, "processing");
    test.bank.decide("succeeded");
    await poll();
    assert.equal((await read()).status, "succeeded");
    assert.equal(test.bank.calls.cancel, 0);
  });

  it("gets its address if the bank sends one with the next response", async () => {
    await fresh();
    test.bank.hideAddress(true);
    assert.equal((await start()).approvalUrl, undefined);
    test.bank.hideAddress(false);
    test.clock.advance({ ms: BANK_CALL_INTERVAL_MS });
    assert.match((await start()).approvalUrl ?? "", /approve/);
    assert.equal((await latest()).status, "awaiting_payer");
    assert.equal(test.bank.payments().length, 1);
  });

  it("is cancelled at the bank after several polls, and the payer may try again", async () => {
    await fresh();
    test.bank.hideAddress(true);
    assert.equal((await start()).approvalUrl, undefined);
    await poll(3);
    assert.deepEqual(states(), ["open"]);
    await poll();
    assert.deepEqual(states(), ["cancelled"]);
    const { status, failureReason } = await latest();
    assert.deepEqual([status, failureReason], ["failed", "bank_unavailable"]);
    test.bank.hideAddress(false);
    await start();
    assert.equal((await read()).status, "pending");
  });

  it("is cancelled before the payer uses another bank, which must wait while the first is down", async () => {
    await fresh();
    test.bank.hideAddress(true);
    assert.equal((await start()).approvalUrl, undefined);
    test.bank.hideAddress(false);
    test.bank.setDown(true);
    await assert.rejects(start("scripted-two"), { code: "bank_unavailable" });
    assert.equal((await attempts()).length, 1);
    test.bank.setDown(false);
    test.clock.advance({ ms: BANK_CALL_INTERVAL_MS });
    await start("scripted-two");
    assert.deepEqual(states(), ["cancelled", "open"]);
  });

  it("does not end after a refusal if the bank has sent its id before", async () => {
    await fresh({ hasPayerIban: true });
    test.bank.hideAddress(true);
    assert.equal((await start()).approvalUrl, undefined);
    test.bank.refuse(() => true);
    test.clock.advance({ ms: BANK_CALL_INTERVAL_MS });
    await assert.rejects(start(), { code: "bank_unavailable" });
    assert.equal(test.bank.calls.start, 2);
    assert.deepEqual(
      (await attempts()).map(({ status }) => status),
      ["starting"],
    );
  });

  it("is resubmitted and cancelled if its response was lost and it names the payer's account", async () => {
    await fresh({ hasPayerIban: true });
    loseAnswer();
    await assert.rejects(start(), { code: "bank_unavailable" });
    assert.equal((await latest()).bankPaymentId, null);
    await service.endUnpaid(transaction.id, "cancelled");
    assert.deepEqual(states(), ["cancelled"]);
    assert.equal((await read()).failureReason, "cancelled");
    assert.equal((await latest()).approvalUrl, null);
  });

  it("succeeds if it was executed and its response was lost", async () => {
    await fresh({ hasPayerIban: true });
    loseAnswer();
    await assert.rejects(start(), { code: "bank_unavailable" });
    test.bank.setDown(true);
    test.clock.advance({ minutes: 31 });
    await service.endUnpaid(transaction.id, "expired");
    assert.equal((await read()).status, "processing");
    await poll(3);
    test.bank.setDown(false);
    test.bank.decide("succeeded");
    await poll();
    assert.equal((await read()).status, "succeeded");
  });

  it("ends as cancelled if the bank refuses the order at the second request", async () => {
    await fresh({ hasPayerIban: true });
    test.bank.setDown(true);
    await assert.rejects(start(), { code: "bank_unavailable" });
    await service.endUnpaid(transaction.id, "cancelled");
    assert.equal((await read()).status, "processing");
    test.bank.setDown(false);
    test.bank.refuse(() => true);
    await poll();
    assert.equal((await read()).failureReason, "cancelled");
  });

  it("ends at once if the order names no account, because no account can be debited", async () => {
    await fresh();
    test.bank.setDown(true);
    await assert.rejects(start(), { code: "bank_unavailable" });
    await service.endUnpaid(transaction.id, "cancelled");
    assert.equal((await read()).failureReason, "cancelled");
  });
});
