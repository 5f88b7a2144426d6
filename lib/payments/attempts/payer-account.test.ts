import assert from "node:assert/strict";
import { before, it } from "node:test";
import { asc, eq } from "drizzle-orm";
import { BankError, type PaymentOrder } from "#lib/banks/connector.ts";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { orderDigest } from "#lib/payments/checkout/order-digest.ts";
import { paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import { payerSessions } from "#lib/payments/model/payers.schema.ts";
import { createLifecycle } from "#lib/payments/transactions/lifecycle.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { waitingTransfers } from "#lib/payments/transfers/waiting.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant, makeTransaction } from "#lib/testing/factories.ts";
import { events } from "#lib/webhooks/model/schema.ts";
import { BANK_CALL_INTERVAL_MS } from "./bank.ts";
import { createAttemptService } from "./service.ts";

const PAYER_IBAN = "DE89370400440532013000";
const sendsAccount = ({ payerIban }: PaymentOrder) => payerIban !== undefined;

onDatabase("the account that was sent for a payer", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let apiKey: ApiKey;
  let attempt: ReturnType<typeof createAttemptService>;
  let transaction: Transaction;
  let payerSessionId: string;

  before(async () => {
    test = createTestServices(connection());
    ({ apiKey } = await makeMerchant(test.services));
  });

  async function fresh(isRefused?: (order: PaymentOrder) => boolean): Promise<void> {
    test = createTestServices(connection());
    const { clock, bank, services } = test;
    bank.refuse(isRefused);
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
      payerIban: async (sessionId) => (sessionId === payerSessionId ? PAYER_IBAN : undefined),
      orderDigest: (order) => orderDigest(services.seal, order),
    });
    transaction = await makeTransaction(services, apiKey);
    payerSessionId = newId("psn");
    await database()
      .insert(payerSessions)
      .values({ id: payerSessionId, transactionId: transaction.id, createdAt: clock.now() });
  }

  const start = (bankId = "scripted") =>
    attempt.start({
      reference: transaction.reference,
      bankId,
      orderDigest: orderDigest(test.services.seal, transaction),
      payerIp: undefined,
      payer: { sessionId: payerSessionId, hasIban: true },
    });
  const attempts = () =>
    database()
      .select()
      .from(paymentAttempts)
      .where(eq(paymentAttempts.transactionId, transaction.id))
      .orderBy(asc(paymentAttempts.id));
  const standing = async () =>
    (await attempts()).map(({ status, sendsPayerIban }) => [status, sendsPayerIban]);
  const read = () => test.services.transactions.get(apiKey, transaction.id);
  const toldBanks = () => test.bank.payments().map(({ order }) => order.payerIban);

  async function decline(): Promise<void> {
    test.bank.decide("declined");
    await attempt.refreshLatest(transaction.id);
  }

  function breakNextAnswer(): void {
    test.bank.whileAnswering(async () => {
      throw new BankError("unreachable", "the connection broke while the bank answered");
    });
  }

  it("is sent to each bank that accepts it, also after a decline", async () => {
    await fresh();
    await start();
    await decline();
    await start();
    await start("scripted-two");
    assert.deepEqual(toldBanks(), [PAYER_IBAN, PAYER_IBAN, PAYER_IBAN]);
    assert.equal(await attempt.count(transaction.id), 3);
  });

  it("is omitted in the same call if the bank refuses it, without using up an attempt", async () => {
    await fresh(sendsAccount);
    const { approvalUrl } = await start();
    assert.match(approvalUrl ?? "", /^https:\/\/bank\.example\//);
    assert.deepEqual(await standing(), [
      ["failed", true],
      ["awaiting_payer", false],
    ]);
    const [refused, next] = await attempts();
    assert.notEqual(next?.requestId, refused?.requestId);
    assert.notEqual(next?.endToEndId, refused?.endToEndId);
    assert.equal(next?.payerSessionId, payerSessionId);
    assert.deepEqual([refused?.nextPollAt, refused?.bankStatus], [null, "RJCT"]);
    assert.deepEqual(toldBanks(), [undefined]);
    assert.equal(await attempt.count(transaction.id), 1);
    assert.equal((await read()).status, "pending");
    test.bank.decide("succeeded");
    await attempt.refreshLatest(transaction.id);
    assert.equal((await read()).status, "succeeded");
  });

  it("is not sent again to a bank that refused it, but to another one", async () => {
    await fresh(sendsAccount);
    await start();
    await decline();
    await start();
    assert.equal(test.bank.refused().length, 1);
    test.bank.refuse(undefined);
    await start("scripted-two");
    assert.deepEqual(toldBanks(), [undefined, undefined, PAYER_IBAN]);
  });

  it("leaves five attempts, also if the bank refuses it in the last one", async () => {
    await fresh();
    for (let count = 1; count <= 4; count++) {
      await start();
      await decline();
    }
    test.bank.refuse(sendsAccount);
    await start();
    assert.equal(await attempt.count(transaction.id), 5);
    assert.equal((await read()).status, "pending");
    await decline();
    assert.equal((await read()).failureReason, "declined");
    const told = await database()
      .select()
      .from(events)
      .where(eq(events.transactionId, transaction.id));
    assert.equal(told.length, 1);
    assert.equal((await attempts()).length, 6);
  });

  it("is not sent again if the bank also refuses the order without it", async () => {
    await fresh(() => true);
    for (let count = 1; count <= 5; count++) {
      await assert.rejects(start(), { code: "bank_unavailable" });
      assert.equal(await attempt.count(transaction.id), count);
      assert.equal((await read()).status, count < 5 ? "pending" : "failed");
    }
    assert.deepEqual(test.bank.refused().map(sendsAccount), [
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it("is omitted for many simultaneous starts, which all get the same address", async () => {
    await fresh(sendsAccount);
    const responses = await Promise.all(Array.from({ length: 8 }, () => start()));
    assert.equal(new Set(responses.map(({ approvalUrl }) => approvalUrl)).size, 1);
    assert.deepEqual(await standing(), [
      ["failed", true],
      ["awaiting_payer", false],
    ]);
    assert.equal(test.bank.payments().length, 1);
    assert.equal(test.bank.calls.cancel, 0);
  });

  it("is omitted for a start that another one replaced during the bank's response", async () => {
    await fresh(sendsAccount);
    let inner: string | undefined;
    test.bank.whileAnswering(async () => {
      test.clock.advance({ ms: BANK_CALL_INTERVAL_MS });
      inner = (await start()).approvalUrl;
    });
    assert.equal((await start()).approvalUrl, inner);
    assert.equal((await attempts()).length, 2);
  });

  it("does no harm if refused after the payer has chosen another bank", async () => {
    await fresh(sendsAccount);
    test.bank.whileAnswering(async () => {
      await start("scripted-two");
    });
    await assert.rejects(start(), { code: "bank_unavailable" });
    assert.deepEqual(
      (await attempts()).map(({ bankId, status }) => [bankId, status]),
      [
        ["scripted", "failed"],
        ["scripted-two", "failed"],
        ["scripted-two", "awaiting_payer"],
      ],
    );
    assert.equal(await attempt.count(transaction.id), 2, "leaving a bank uses up a try");
  });

  for (const [how, interrupt, reason] of [
    ["cancelled", () => attempt.endUnpaid(transaction.id, "cancelled"), "cancelled"],
    ["expired", async () => test.clock.advance({ minutes: 31 }), "expired"],
  ] as const) {
    it(`causes no second start if the transaction was ${how} during the bank's response`, async () => {
      await fresh(sendsAccount);
      test.bank.whileAnswering(async () => {
        await interrupt();
      });
      await assert.rejects(start(), { code: "bank_unavailable" });
      assert.deepEqual(await standing(), [["failed", true]]);
      await test.services.transactions.expireDue(1000);
      assert.equal((await read()).failureReason, reason);
    });
  }

  it("is sent again identically by a worker after a crash, and then omitted", async () => {
    await fresh(sendsAccount);
    breakNextAnswer();
    await assert.rejects(start(), { code: "bank_unavailable" });
    assert.deepEqual(await standing(), [["starting", true]]);
    test.clock.advance({ seconds: 61 });
    await attempt.pollDue(1000);
    const [first, again] = test.bank.refused();
    assert.ok(first);
    assert.deepEqual(again, first);
    assert.deepEqual(await standing(), [
      ["failed", true],
      ["awaiting_payer", false],
    ]);
  });

  it("stays omitted after a crash between the refusal and the response without it", async () => {
    await fresh(sendsAccount);
    test.bank.whileAnswering(async () => breakNextAnswer());
    await assert.rejects(start(), { code: "bank_unavailable" });
    assert.deepEqual(await standing(), [
      ["failed", true],
      ["starting", false],
    ]);
    // The bank would refuse the request id if the order had changed.
    await start();
    assert.equal(test.bank.refused().length, 1);
    assert.equal(test.bank.payments().length, 1);
    assert.equal(test.bank.calls.start, 3);
  });

  function failNext(...failure: ConstructorParameters<typeof BankError>): void {
    test.bank.whileAnswering(async () => {
      throw new BankError(...failure);
    });
  }

  for (const [minds, refusal, count] of [
    ["another field", { code: "FORMAT_ERROR", field: "creditorAccount.iban" }, 1],
    ["something else", { code: "PRODUCT_UNKNOWN" }, 1],
    ["the account", { code: "RESOURCE_UNKNOWN", field: "$.debtorAccount.iban" }, 2],
    ["something it does not name", { code: "PAYMENT_FAILED" }, 2],
  ] as const) {
    it(`is omitted only if it may be the reason of the refusal: ${minds}`, async () => {
      await fresh();
      failNext("refused", "the bank answered 400", refusal);
      await start().catch((error: unknown) => assert.ok(isAppError(error)));
      assert.equal((await attempts()).length, count);
      assert.equal((await attempts())[0]?.status, "failed");
    });
  }

  it("is kept with its attempt if the bank refuses our credentials", async () => {
    await fresh();
    failNext("denied", "the bank answered 401", { code: "CERTIFICATE_EXPIRED" });
    await assert.rejects(start(), { code: "bank_unavailable" });
    assert.deepEqual(await standing(), [["starting", true]]);
    test.clock.advance({ ms: BANK_CALL_INTERVAL_MS });
    await start();
    assert.deepEqual(await standing(), [["awaiting_payer", true]]);
  });

  it("is never sent again in an attempt that the bank refused", async () => {
    await fresh(() => true);
    await assert.rejects(start(), { code: "bank_unavailable" });
    const { start: asked } = test.bank.calls;
    await attempt.refreshLatest(transaction.id);
    for (const { state } of await attempts()) await attempt.settleReturn(state);
    assert.equal(test.bank.calls.start, asked);
  });
});
