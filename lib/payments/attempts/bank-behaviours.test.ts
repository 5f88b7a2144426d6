import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { after, before, it } from "node:test";
import { createAdaptorServer } from "@hono/node-server";
import { eq, inArray } from "drizzle-orm";
import type { BankConnector, PaymentHandle, PaymentReport } from "#lib/banks/connector.ts";
import { createNextGenPsd2Connector } from "#lib/banks/nextgenpsd2/connector.ts";
import { BEHAVIOURS, type Behaviour } from "#lib/banks/sandbox/behaviours.ts";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { bankAlerts, paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { parseEnv } from "#lib/platform/configuration/env.ts";
import { createSeal } from "#lib/platform/crypto/seal.ts";
import type { Connection } from "#lib/platform/db/client.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { createSandboxBankApi } from "#lib/sandbox/bank/api.ts";
import { createSandboxBank, type SandboxBank } from "#lib/sandbox/bank/service.ts";
import { sandboxBankLedger } from "#lib/sandbox/model/schema.ts";
import { createServices, type Services } from "#lib/services/create.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { makeMerchant, makeTransaction, startAttempt } from "#lib/testing/factories.ts";
import { createFakeClock, type FakeClock } from "#lib/testing/fake-clock.ts";
import { events } from "#lib/webhooks/model/schema.ts";

const AMOUNT = 1250;
const MINUTE_SECONDS = 60;
const DAY_MINUTES = 24 * 60;
const LONGEST_STEP_SECONDS = 4 * 60 * 60;
// Short, because the bank that hangs takes all of it.
const PATIENCE_MS = 1_000;
// For tests in which a response that is lost changes the ending; the connector's own.
const FULL_PATIENCE_MS = 10_000;

type Ending = {
  status: Transaction["status"];
  failureReason?: Transaction["failureReason"];
  /** Amounts debited at the bank. */
  debits: number[];
  events: string[];
  /** Kind, our status, the bank's status. */
  alerts?: string[];
};

const PAID: Ending = { status: "succeeded", debits: [AMOUNT], events: ["transaction.succeeded"] };
const UNPAID: Ending = {
  status: "failed",
  failureReason: "expired",
  debits: [],
  events: ["transaction.failed"],
};

/** Two days after a payer approved once and came back. */
const ENDINGS: Record<Behaviour, Ending> = {
  normal: PAID,
  decline: UNPAID,
  insufficient_funds: UNPAID,
  delayed: PAID,
  hang: PAID,
  late: PAID,
  never_final: { status: "processing", debits: [], events: [] },
  twice: PAID,
  reject_then_execute: { ...UNPAID, debits: [AMOUNT], alerts: ["contradiction failed ACSC"] },
  execute_then_reject: { ...PAID, alerts: ["contradiction succeeded RJCT"] },
  wrong_amount: {
    status: "processing",
    debits: [AMOUNT + 1],
    events: [],
    alerts: ["order_mismatch processing ACSC"],
  },
  malformed: PAID,
  server_error: PAID,
  slow: PAID,
};

const LIARS = new Set<Behaviour>(["reject_then_execute", "execute_then_reject"]);

async function openWorld(connection: Connection) {
  const clock: FakeClock = createFakeClock();
  const paused: number[] = [];
  let handle: ((request: Request) => Response | Promise<Response>) | undefined;
  const server = createAdaptorServer({
    fetch: (request: Request) => handle?.(request) ?? new Response(null, { status: 503 }),
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const bankUrl = `http://127.0.0.1:${port}/sandbox/bank`;
  const heard = new Map<string, Set<string>>();
  const connectTo = (timeoutMs: number) =>
    overhear(createNextGenPsd2Connector({ baseUrl: bankUrl, timeoutMs }), heard);
  let connector = connectTo(PATIENCE_MS);
  const services: Services = createServices({
    env: parseEnv({ NODE_ENV: "test", LOG_LEVEL: "silent", SANDBOX_BANK_URL: bankUrl }),
    connection,
    clock,
    logger: createLogger("silent"),
    seal: createSeal(Buffer.alloc(32, 7)),
    banks: {
      banksFor: async () => [{ id: "sandbox", name: "Sandbox Bank", country: "DE" }],
      currenciesInstead: async () => undefined,
      hasBank: async () => true,
      connectorFor: (bankId) => (bankId === "sandbox" ? connector : undefined),
    },
  });
  const comeBack = (returnUrl: string) =>
    services.attempts.settleReturn(new URL(returnUrl).searchParams.get("state") ?? "");
  const bank: SandboxBank = createSandboxBank({
    db: connection.db,
    clock,
    baseUrl: bankUrl,
    returnUrls: [services.env.PAYER_APP_URL],
    visit: async (url) => {
      await comeBack(url);
    },
  });
  const api = createSandboxBankApi(bank, async () => true, {
    pause: async (ms, signal) => {
      paused.push(ms);
      // Longer than the connector waits: hangs until it disconnects.
      if (ms > 10_000 && !signal.aborted) {
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      }
    },
  });
  let losesNext = false;
  handle = async (request) => {
    const response = await api.fetch(request);
    if (!losesNext) return response;
    losesNext = false;
    return new Response(null, { status: 503 });
  };
  const loseNext = () => {
    losesNext = true;
  };
  const close = () => new Promise((resolve) => server.close(resolve));
  const waitFor = (timeoutMs: number) => {
    connector = connectTo(timeoutMs);
  };
  const heardOf = (paymentId: string) => heard.get(paymentId) ?? new Set();
  return { services, clock, bank, comeBack, paused, waitFor, heardOf, loseNext, close };
}

/** What the bank says of a payment, unless the answer is lost on its way. */
function overhear(connector: BankConnector, heard: Map<string, Set<string>>): BankConnector {
  const note = async ({ paymentId }: PaymentHandle, answer: Promise<PaymentReport>) => {
    const report = await answer;
    heard.set(paymentId, (heard.get(paymentId) ?? new Set()).add(report.bankStatus));
    return report;
  };
  return {
    ...connector,
    readPayment: (payment) => note(payment, connector.readPayment(payment)),
    cancelPayment: (payment) => note(payment, connector.cancelPayment(payment)),
  };
}

onDatabase("the result of a payment for each behaviour of its bank", (database, connection) => {
  let world: Awaited<ReturnType<typeof openWorld>>;
  let apiKey: ApiKey;

  before(async () => {
    world = await openWorld(connection());
    ({ apiKey } = await makeMerchant(world.services));
  });
  after(() => world.close());

  const read = (id: string) => world.services.transactions.get(apiKey, id);

  async function begin() {
    const transaction = await makeTransaction(world.services, apiKey, { amount: AMOUNT });
    return { transaction, payment: await goToBank(transaction) };
  }

  async function goToBank(transaction: Transaction) {
    const { approvalUrl } = await startAttempt(world.services, transaction, "sandbox");
    const payment = await world.bank.findByApprovalToken(approvalUrl?.split("/").at(-1) ?? "");
    assert.ok(payment);
    return payment;
  }

  async function endingsOf(all: Transaction[]): Promise<Ending[]> {
    const db = database();
    const ids = all.map(({ id }) => id);
    const [found, attempts, told, alerts] = await Promise.all([
      db.select().from(transactions).where(inArray(transactions.id, ids)),
      db.select().from(paymentAttempts).where(inArray(paymentAttempts.transactionId, ids)),
      db.select().from(events).where(inArray(events.transactionId, ids)),
      db.select().from(bankAlerts).where(inArray(bankAlerts.transactionId, ids)),
    ]);
    const payments = attempts.map(({ bankPaymentId }) => bankPaymentId ?? "");
    const booked = await db
      .select()
      .from(sandboxBankLedger)
      .where(inArray(sandboxBankLedger.paymentId, payments));
    return ids.map((id) => {
      const transaction = found.find((one) => one.id === id);
      assert.ok(transaction);
      const isOfThis = (one: { transactionId: string | null }) => one.transactionId === id;
      const ownPayments = attempts.filter(isOfThis).map(({ bankPaymentId }) => bankPaymentId);
      return {
        status: transaction.status,
        failureReason: transaction.failureReason,
        debits: booked
          .filter((one) => ownPayments.includes(one.paymentId))
          .map((one) => one.amount),
        events: told.filter(isOfThis).map(({ type }) => type),
        alerts: alerts
          .filter(isOfThis)
          .map((alert) => `${alert.kind} ${alert.ourStatus} ${alert.bankStatus}`),
      };
    });
  }

  async function endingOf(transaction: Transaction): Promise<Ending> {
    const [ending] = await endingsOf([transaction]);
    assert.ok(ending);
    return ending;
  }

  const complete = (ending: Ending) => ({ failureReason: null, alerts: [], ...ending });

  async function live(minutes: number, look: () => Promise<void> = async () => {}) {
    let left = minutes * MINUTE_SECONDS;
    for (let step = 5; left > 0; step = Math.min(step * 2, LONGEST_STEP_SECONDS)) {
      const seconds = Math.min(step, left);
      left -= seconds;
      world.clock.advance({ seconds });
      await world.services.attempts.pollDue(1000);
      await world.services.transactions.expireDue(1000);
      await look();
    }
  }

  /** No two debits, no success without the right one, at most one event. */
  async function holdAll(all: Pick<Begun, "transaction" | "behaviour">[]) {
    const endings = await endingsOf(all.map(({ transaction }) => transaction));
    for (const [index, { status, debits, events: told }] of endings.entries()) {
      const behaviour = all[index]?.behaviour;
      assert.ok(behaviour && debits.length <= 1, "two debits");
      assert.ok(told.length <= 1, "two events");
      if (status === "succeeded") assert.deepEqual(debits, [AMOUNT], "paid as ordered");
      // The exception is a bank that denies what it did; the operator gets an alert.
      if (status === "failed" && !LIARS.has(behaviour)) assert.deepEqual(debits, []);
    }
  }

  type Begun = Awaited<ReturnType<typeof begin>> & { behaviour: Behaviour };

  /** All share two days of a worker's run. */
  async function approveAll(): Promise<Begun[]> {
    const all: Begun[] = [];
    for (const behaviour of BEHAVIOURS) {
      const begun = await begin();
      await world.bank.approve(begun.payment, begun.payment.id, "current", behaviour);
      all.push({ ...begun, behaviour });
    }
    return all;
  }

  async function endAll(all: Pick<Begun, "transaction" | "behaviour">[]) {
    await live(2 * DAY_MINUTES, () => holdAll(all));
    for (const { transaction, behaviour } of all) {
      assert.deepEqual(await endingOf(transaction), complete(ENDINGS[behaviour]), behaviour);
    }
  }

  it("matches the bank's records if payers come back", async () => {
    const all = await approveAll();
    for (const { payment } of all) await world.comeBack(payment.redirectUri);
    await holdAll(all);
    await endAll(all);
  });

  it("is the same if no payer comes back", async () => {
    await endAll(await approveAll());
  });

  it("is the same if the API chooses the outcomes", async () => {
    const all: Pick<Begun, "transaction" | "behaviour">[] = [];
    for (const behaviour of BEHAVIOURS) {
      const transaction = await makeTransaction(world.services, apiKey, { amount: AMOUNT });
      const outcome = behaviour === "normal" ? "approve" : behaviour;
      await world.services.testDriver.drive(transaction, outcome);
      all.push({ transaction, behaviour });
    }
    await endAll(all);
  });

  it("is reported as final to a second outcome only once the transaction is final", async () => {
    const { testDriver } = world.services;
    const { transaction, payment } = await begin();
    // Like a `decline` request that has not called the bank yet.
    await world.bank.decline(payment);
    await assert.rejects(testDriver.drive(transaction, "approve"), {
      code: "outcome_not_possible",
    });
    assert.equal((await read(transaction.id)).status, "pending");
    await world.services.attempts.endUnpaid(transaction.id, "cancelled");
    await assert.rejects(testDriver.drive(transaction, "approve"), { code: "transaction_final" });
  });

  it("is never reported as final too early when outcomes race", async () => {
    for (let round = 0; round < 10; round++) {
      const transaction = await makeTransaction(world.services, apiKey);
      const refused = (["approve", "decline", "approve", "settle"] as const).map((outcome) =>
        world.services.testDriver.drive(transaction, outcome).then(
          () => undefined,
          async ({ code }) => ({ code, status: (await read(transaction.id)).status }),
        ),
      );
      for (const refusal of await Promise.all(refused)) {
        if (refusal?.code !== "transaction_final") continue;
        assert.ok(["succeeded", "failed"].includes(refusal.status), refusal.status);
      }
    }
  });

  it("has one debit, one event and every alert after simultaneous requests", async () => {
    const all = await approveAll();
    world.waitFor(FULL_PATIENCE_MS);
    world.clock.advance({ seconds: 30 });
    await Promise.all(
      all.flatMap(({ transaction, payment }) => [
        world.comeBack(payment.redirectUri),
        world.services.attempts.pollDue(1000),
        world.comeBack(payment.nokRedirectUri),
        world.services.attempts.endUnpaid(transaction.id, "cancelled"),
      ]),
    );
    world.waitFor(PATIENCE_MS);
    await live(2 * DAY_MINUTES, () => holdAll(all));
    for (const { transaction, payment, behaviour } of all) {
      const { status, debits, events: told, alerts } = await endingOf(transaction);
      const onlyWord = LIARS.has(behaviour) ? onlyWordOf(payment.id) : undefined;
      const expected = onlyWord ?? ENDINGS[behaviour];
      assert.deepEqual(debits, expected.debits, behaviour);
      assert.equal(told.length, expected.events.length, behaviour);
      assert.equal(alerts?.length, expected.alerts?.length ?? 0, behaviour);
      if (onlyWord) assert.deepEqual([status, told], [onlyWord.status, onlyWord.events], behaviour);
    }
  });

  /** Of a bank whose other word was lost, so that it contradicts nothing. */
  function onlyWordOf(paymentId: string): Ending | undefined {
    const heard = world.heardOf(paymentId);
    if (heard.has("RJCT") && heard.has("ACSC")) return undefined;
    return heard.has("ACSC") ? PAID : { ...UNPAID, debits: [AMOUNT] };
  }

  it("reject_then_execute: a payment whose rejection is lost is paid without an alert", async () => {
    const { transaction, payment } = await begin();
    await world.bank.approve(payment, payment.id, "current", "reject_then_execute");
    world.loseNext();
    await world.comeBack(payment.redirectUri);
    await live(60);
    assert.deepEqual(await endingOf(transaction), complete(PAID));
    assert.deepEqual(onlyWordOf(payment.id), PAID);
  });

  it("hang and slow: the connector really ran out of time, and really waited", () => {
    assert.ok(world.paused.includes(15_000));
    assert.ok(world.paused.includes(3_000));
  });

  it("late: a payment that could not be cancelled for the merchant is paid and reported as paid", async () => {
    const { transaction, payment } = await begin();
    await world.bank.approve(payment, payment.id, "current", "late");
    await assert.rejects(world.services.transactions.cancel(apiKey, transaction.id), {
      code: "transaction_in_progress",
    });
    await live(60);
    assert.deepEqual(await endingOf(transaction), complete(PAID));
  });

  it("late: the payer approves long after the expiry", async () => {
    const transaction = await makeTransaction(world.services, apiKey, { amount: 66_605 });
    const payment = await goToBank(transaction);
    await live(60);
    assert.equal((await read(transaction.id)).status, "processing", "the bank won't let go");
    await world.bank.approve(payment, payment.id, "current");
    // Only a cancellation ends it; a refused one is retried ever more rarely.
    await live(6 * 60);
    const { status, debits } = await endingOf(transaction);
    assert.deepEqual([status, debits], ["succeeded", [66_605]]);
  });

  it("reject_then_execute: a second payment is refused until the operator resolves the alert", async () => {
    const { transaction, payment } = await begin();
    await world.bank.approve(payment, payment.id, "current", "reject_then_execute");
    await world.comeBack(payment.redirectUri);
    assert.equal((await read(transaction.id)).status, "pending");
    const again = () => startAttempt(world.services, transaction, "sandbox");
    await assert.rejects(again(), { code: "payment_in_question" });
    const { debits, alerts } = await endingOf(transaction);
    assert.deepEqual([debits, alerts], [[AMOUNT], ["contradiction failed ACSC"]]);
    const [found] = await world.services.bankAlerts.list({ onlyOpen: true, limit: 1 });
    await world.services.bankAlerts.resolve(found?.alert.id ?? "", "not booked after all");
    assert.ok((await again()).approvalUrl, "the guard is the alert");
  });

  it("decline: a second payment works after one status request", async () => {
    const { transaction, payment } = await begin();
    await world.bank.approve(payment, payment.id, "current", "decline");
    await world.comeBack(payment.redirectUri);
    const second = await goToBank(transaction);
    await world.bank.approve(second, second.id, "current");
    await world.comeBack(second.redirectUri);
    assert.deepEqual(await endingOf(transaction), complete(PAID));
  });

  it("reject_then_execute: is noticed ten minutes later without the payer's return", async () => {
    const { transaction, payment } = await begin();
    await world.bank.approve(payment, payment.id, "current", "reject_then_execute");
    await world.comeBack(payment.redirectUri);
    await live(9);
    assert.deepEqual((await endingOf(transaction)).alerts, []);
    await live(2);
    assert.deepEqual((await endingOf(transaction)).alerts, ["contradiction failed ACSC"]);
  });

  it("requires at most three status requests for an ended attempt", async () => {
    const { transaction, payment } = await begin();
    await world.bank.approve(payment, payment.id, "current", "decline");
    await world.comeBack(payment.redirectUri);
    const asked = async () => (await world.bank.find(payment.id))?.asked;
    assert.equal(await asked(), 1);
    await live(2 * DAY_MINUTES);
    assert.equal(await asked(), 3);
    const attempts = await database()
      .select()
      .from(paymentAttempts)
      .where(eq(paymentAttempts.transactionId, transaction.id));
    assert.deepEqual(
      attempts.map(({ nextPollAt }) => nextPollAt),
      [null],
    );
  });
});
