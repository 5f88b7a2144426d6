import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import { BankError } from "#lib/banks/connector.ts";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { orderDigest } from "#lib/payments/checkout/order-digest.ts";
import { paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import { payerSessions } from "#lib/payments/model/payers.schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import { createLifecycle } from "#lib/payments/transactions/lifecycle.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { waitingTransfers } from "#lib/payments/transfers/waiting.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { newId, randomToken } from "#lib/platform/values/ids.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant, makeTransaction } from "#lib/testing/factories.ts";
import { deliveries, events } from "#lib/webhooks/model/schema.ts";
import { BANK_CALL_INTERVAL_MS } from "./bank.ts";
import { createAttemptService } from "./service.ts";

const PAYER_IBAN = "DE89370400440532013000";

onDatabase("attempts of the direct flow", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let apiKey: ApiKey;
  let attempt: ReturnType<typeof createAttemptService>;
  // Sent by merchants, by session.
  const ibans = new Map<string, string>();

  before(async () => {
    test = createTestServices(connection());
    ({ apiKey } = await makeMerchant(test.services, {
      callbackUrl: "http://127.0.0.1:9/webhook",
    }));
  });

  async function fresh(flow: "web" | "direct" = "direct"): Promise<Transaction> {
    test = createTestServices(connection());
    const { clock, bank, services } = test;
    attempt = createAttemptService({
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
      payerIban: async (sessionId) => ibans.get(sessionId),
      orderDigest: (transaction) => orderDigest(services.seal, transaction),
    });
    const web = await makeTransaction(services, apiKey);
    if (flow === "web") return web;
    const row: Transaction = {
      ...web,
      id: newId("txn"),
      flow,
      reference: randomToken(16),
      externalId: null,
    };
    await database().insert(transactions).values(row);
    return row;
  }

  async function openSession(transaction: Transaction, iban?: string): Promise<string> {
    const id = newId("psn");
    const createdAt = test.clock.now();
    await database().insert(payerSessions).values({ id, transactionId: transaction.id, createdAt });
    if (iban) ibans.set(id, iban);
    return id;
  }

  const start = (transaction: Transaction, payerSessionId?: string, payerIp?: string) =>
    attempt.start({
      reference: transaction.reference,
      bankId: "scripted",
      orderDigest: orderDigest(test.services.seal, transaction),
      payerIp,
      payer: payerSessionId
        ? { sessionId: payerSessionId, hasIban: ibans.has(payerSessionId) }
        : undefined,
    });

  async function attemptOf(transaction: Transaction) {
    const [row] = await database()
      .select()
      .from(paymentAttempts)
      .where(eq(paymentAttempts.transactionId, transaction.id));
    assert.ok(row);
    return row;
  }

  const sentOrders = () => test.bank.payments().map(({ order }) => order);

  for (const [flow, pages] of [
    ["web", "https://pay.example/pay"],
    ["direct", "https://secure.example/in-app"],
  ] as const) {
    it(`return the payer of a ${flow} transaction to the pages of that flow`, async () => {
      const transaction = await fresh(flow);
      await start(transaction);
      const { state } = await attemptOf(transaction);
      const [order] = sentOrders();
      const expected = `${pages}/${transaction.reference}/return?state=${state}`;
      assert.deepEqual([order?.redirectUrl, order?.nokRedirectUrl], [expected, expected]);
      assert.deepEqual(await attempt.settleReturn(state), {
        transactionId: transaction.id,
        reference: transaction.reference,
        flow,
      });
    });
  }

  it("keep the session that started them, also if another one continues", async () => {
    const transaction = await fresh();
    const first = await openSession(transaction, PAYER_IBAN);
    const second = await openSession(transaction, "NL91ABNA0417164300");
    await start(transaction, first);
    await start(transaction, second);
    await start(transaction);
    assert.equal((await attemptOf(transaction)).payerSessionId, first);
    assert.deepEqual(
      sentOrders().map(({ payerIban }) => payerIban),
      [PAYER_IBAN],
    );
  });

  it("send no account for automation, or for a payer who sent none", async () => {
    const told = await fresh();
    await start(told, await openSession(told));
    assert.equal(sentOrders()[0]?.payerIban, undefined);
    const automated = await fresh();
    await start(automated);
    assert.equal((await attemptOf(automated)).payerSessionId, null);
    assert.equal(sentOrders()[0]?.payerIban, undefined);
  });

  const askAgain: [who: string, ask: (transaction: Transaction) => Promise<unknown>][] = [
    [
      "a worker",
      async () => {
        test.clock.advance({ seconds: 61 });
        await attempt.pollDue(1000);
      },
    ],
    [
      "the payer of another session",
      async (transaction) =>
        start(transaction, await openSession(transaction, "NL91ABNA0417164300"), "203.0.113.9"),
    ],
  ];
  for (const [who, ask] of askAgain) {
    it(`let ${who} repeat the identical order after a crash`, async () => {
      const transaction = await fresh();
      test.bank.whileAnswering(async () => {
        throw new BankError("unreachable", "the connection broke while the bank answered");
      });
      const session = await openSession(transaction, PAYER_IBAN);
      await assert.rejects(start(transaction, session, "198.51.100.7"), {
        code: "bank_unavailable",
      });
      test.clock.advance({ ms: BANK_CALL_INTERVAL_MS });
      await ask(transaction);
      const { status, bankPaymentId, payerSessionId } = await attemptOf(transaction);
      assert.deepEqual(
        [status, bankPaymentId, payerSessionId],
        ["awaiting_payer", test.bank.payments()[0]?.id, session],
      );
      assert.equal(test.bank.calls.start, 2);
    });
  }

  it("give a return to exactly one of 20 simultaneous consumers, and to none afterwards", async () => {
    const transaction = await fresh();
    const session = await openSession(transaction);
    await start(transaction, session);
    const { state } = await attemptOf(transaction);
    const consumed = await Promise.all(
      Array.from({ length: 20 }, () => attempt.consumeReturn(state)),
    );
    assert.deepEqual(
      consumed.filter((one) => one !== undefined),
      [{ transactionId: transaction.id, payerSessionId: session }],
    );
    assert.equal(await attempt.consumeReturn(state), undefined);
    assert.deepEqual((await attemptOf(transaction)).stateUsedAt, test.clock.now());
    // It still settles the return.
    assert.equal((await attempt.settleReturn(state))?.reference, transaction.reference);
  });

  it("give the return of an automated attempt to no session", async () => {
    const transaction = await fresh();
    await start(transaction);
    const { state } = await attemptOf(transaction);
    assert.deepEqual(await attempt.consumeReturn(state), {
      transactionId: transaction.id,
      payerSessionId: null,
    });
  });

  it("refuse a return in another form, or without an attempt", async () => {
    const transaction = await fresh();
    await start(transaction);
    const { state } = await attemptOf(transaction);
    for (const wrong of [
      "",
      "forged",
      randomToken(32),
      `${state} `,
      `${state}\n`,
      "\0".repeat(43),
    ]) {
      assert.equal(await attempt.consumeReturn(wrong), undefined);
      assert.equal(await attempt.settleReturn(wrong), undefined);
    }
    assert.equal((await attemptOf(transaction)).stateUsedAt, null);
  });

  it("end a payment whose payer could not be verified, with one event", async () => {
    const transaction = await fresh();
    const end = () => attempt.endUnpaid(transaction.id, "verification_failed");
    const ended = await Promise.all([end(), end(), end()]);
    for (const row of ended) {
      assert.deepEqual([row?.status, row?.failureReason], ["failed", "verification_failed"]);
    }
    const told = await database()
      .select()
      .from(events)
      .where(eq(events.transactionId, transaction.id));
    assert.deepEqual(
      told.map(({ type }) => type),
      ["transaction.failed"],
    );
    assert.match(String(told[0]?.payload), /"failureReason":"verification_failed"/);
    const sent = await database()
      .select()
      .from(deliveries)
      .where(eq(deliveries.eventId, told[0]?.id ?? ""));
    assert.equal(sent.length, 1);
  });

  it("follow the bank's status if the verification failed too late", async () => {
    const transaction = await fresh();
    await start(transaction, await openSession(transaction));
    test.bank.decide("succeeded");
    const ended = await attempt.endUnpaid(transaction.id, "verification_failed");
    assert.equal(ended?.status, "succeeded");
    const open = await fresh();
    await start(open, await openSession(open));
    const released = await attempt.endUnpaid(open.id, "verification_failed");
    assert.equal(released?.failureReason, "verification_failed");
    assert.equal(test.bank.payments()[0]?.state, "cancelled");
  });
});
