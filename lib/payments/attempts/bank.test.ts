import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { createBankDirectory } from "#lib/banks/directory/directory.ts";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { parseEnv } from "#lib/platform/configuration/env.ts";
import { createSeal } from "#lib/platform/crypto/seal.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { createServices, type Services } from "#lib/services/create.ts";
import { createAuthority } from "#lib/testing/certificates.ts";
import { onDatabase } from "#lib/testing/database.ts";
import {
  createTestServices,
  makeMerchant,
  makeTransaction,
  startAttempt,
} from "#lib/testing/factories.ts";
import { createFakeClock, type FakeClock } from "#lib/testing/fake-clock.ts";
import { startXs2aBank } from "#lib/testing/xs2a-bank.ts";
import { BANK_CALL_INTERVAL_MS } from "./bank.ts";

onDatabase("the calls to a bank over HTTP that a payer causes", (database, connection) => {
  let bank: Awaited<ReturnType<typeof startXs2aBank>>;
  let authorities: string;
  let clock: FakeClock;
  let processes: Services[];
  let apiKey: ApiKey;
  let transaction: Transaction;
  let state: string;

  before(async () => {
    const authority = await createAuthority();
    authorities = authority.cert;
    bank = await startXs2aBank({ tls: await authority.issue({ name: "CN=127.0.0.1" }) });
    const { services } = createTestServices(connection());
    ({ apiKey } = await makeMerchant(services));
    await services.accounts.setTakesTransfers(apiKey.accountId, true, "operator");
  });
  after(() => bank.close());

  const own = () => {
    const [first] = processes;
    assert.ok(first);
    return first;
  };
  const any = (number: number) => processes[number % 2] ?? own();

  function openProcess(): Services {
    return createServices({
      env: parseEnv({ NODE_ENV: "test", LOG_LEVEL: "silent" }),
      connection: connection(),
      clock,
      logger: createLogger("silent"),
      seal: createSeal(Buffer.alloc(32, 7)),
      banks: createBankDirectory({
        sandboxBankUrl: "http://127.0.0.1:9/sandbox/bank",
        sandboxEnabled: async () => false,
        configured: ["first", "second"].map((id) => ({
          id,
          name: `${id} Example Bank`,
          country: "NL",
          mode: "test",
          xs2aUrl: bank.baseUrl,
          product: "sepa-credit-transfers",
          currencies: ["EUR"],
          headers: {},
          quirks: [],
          authorities,
        })),
        grantReturnUrl: "https://pay.example/bank/return",
        now: () => clock.now(),
      }),
    });
  }

  async function fresh(): Promise<void> {
    clock = createFakeClock();
    processes = [openProcess(), openProcess()];
    bank.ways.intercept = undefined;
    // Other tests leave due attempts behind.
    await database().update(paymentAttempts).set({ nextPollAt: null });
    transaction = await makeTransaction(own(), apiKey);
  }

  async function startedOne(): Promise<void> {
    await fresh();
    await start(0);
    const latest = await own().attempts.latest(transaction.id);
    state = latest?.state ?? "";
  }

  const start = (number: number, bankId = "first") =>
    startAttempt(any(number), transaction, bankId);
  const comeBack = (number: number) =>
    any(number).payers.comeBack({ state, currentSession: async () => undefined });
  const statusNow = async () => (await own().transactions.get(apiKey, transaction.id)).status;

  async function count(kind: RegExp, work: () => Promise<unknown>): Promise<number> {
    const before = bank.seen.length;
    await work();
    const lines = bank.seen.slice(before).map(({ method, path }) => `${method} ${path}`);
    return lines.filter((line) => kind.test(line)).length;
  }
  const STATUS = /^GET .*\/status$/;
  const ORDER = /^POST /;

  const returnOften = async () => {
    for (let number = 0; number < 400; number++) await comeBack(number);
    await Promise.all(Array.from({ length: 50 }, (_, number) => comeBack(number)));
  };

  it("are one for 400 returns in a row and 50 at once in two processes, and one per interval", async () => {
    await startedOne();
    assert.equal(await count(STATUS, returnOften), 1);
    clock.advance({ ms: BANK_CALL_INTERVAL_MS - 1 });
    assert.equal(await count(STATUS, returnOften), 0);
    clock.advance({ ms: 1 });
    assert.equal(await count(STATUS, returnOften), 1);
  });

  it("show a returning payer the new outcome at once, also right after a poll of the worker", async () => {
    await startedOne();
    clock.advance({ seconds: 5 });
    assert.equal(await count(STATUS, () => own().attempts.pollDue(1000)), 1);
    bank.settle("ACSC");
    assert.equal((await comeBack(0))?.reference, transaction.reference);
    assert.equal(await statusNow(), "succeeded");
  });

  it("are made once more after a new status, and never after success", async () => {
    await startedOne();
    bank.settle("ACSP");
    await comeBack(0);
    assert.equal(await statusNow(), "processing");
    bank.settle("ACSC");
    assert.equal(await count(STATUS, returnOften), 1);
    assert.equal(await statusNow(), "succeeded");
    clock.advance({ minutes: 5 });
    assert.equal(await count(/./, returnOften), 0);
  });

  it("end when a failed attempt has been checked for the last time", async () => {
    await startedOne();
    bank.settle("RJCT");
    await comeBack(0);
    clock.advance({ minutes: 1 });
    assert.equal(await count(STATUS, returnOften), 1, "the bank may still contradict itself");
    clock.advance({ minutes: 24 * 60 });
    await own().attempts.pollDue(1000);
    assert.equal(await count(/./, returnOften), 0);
  });

  it("do not shorten the worker's back-off if the bank does not respond", async () => {
    await startedOne();
    bank.ways.intercept = () => ({ status: 503 });
    let [byWorker, byPayer] = [0, 0];
    for (let time = 0; time < 5 * 60_000; time += BANK_CALL_INTERVAL_MS) {
      byWorker += await count(STATUS, () => own().attempts.pollDue(1000));
      byPayer += await count(STATUS, () => comeBack(0));
      clock.advance({ ms: BANK_CALL_INTERVAL_MS });
    }
    assert.equal(byPayer, 100);
    assert.ok(byWorker >= 4 && byWorker <= 8, `${byWorker} of the worker`);
  });

  it("are one order for 20 starts at once, which all get its address", async () => {
    await fresh();
    let responses: { approvalUrl: string | undefined }[] = [];
    const startOften = async () => {
      responses = await Promise.all(Array.from({ length: 20 }, (_, number) => start(number)));
    };
    assert.equal(await count(ORDER, startOften), 1);
    assert.equal(new Set(responses.map(({ approvalUrl }) => approvalUrl)).size, 1);
  });

  it("are one order per interval for starts at a bank that does not respond", async () => {
    await fresh();
    bank.ways.intercept = () => ({ status: 503 });
    const startOften = async () => {
      const starts = Array.from({ length: 20 }, (_, number) => start(number));
      for (const { status } of await Promise.allSettled(starts)) assert.equal(status, "rejected");
    };
    assert.equal(await count(ORDER, startOften), 1);
    clock.advance({ ms: BANK_CALL_INTERVAL_MS });
    bank.ways.intercept = undefined;
    assert.match((await start(0)).approvalUrl ?? "", /approve/);
  });

  it("are one status request before a transfer, also if several processes show the page", async () => {
    await startedOne();
    bank.settle("RJCT");
    await comeBack(0);
    const showOften = () =>
      Promise.all(processes.map(({ transfers }) => transfers.prepare(transaction.reference)));
    assert.equal(await count(STATUS, showOften), 1);
  });
});

onDatabase("the cancellations at a slow bank that a payer causes", (_database, connection) => {
  let apiKey: ApiKey;

  before(async () => {
    ({ apiKey } = await makeMerchant(createTestServices(connection()).services));
  });

  /** The first cancellation waits until `answer` is called. */
  async function startedOne() {
    const test = createTestServices(connection());
    const transaction = await makeTransaction(test.services, apiKey);
    await startAttempt(test.services, transaction);
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    test.bank.whileCancelling(async () => {
      asked.resolve();
      if (test.bank.calls.cancel === 1) await answered.promise;
    });
    const statusNow = async () => {
      const { status, failureReason } = await test.services.transactions.get(
        apiKey,
        transaction.id,
      );
      return failureReason ?? status;
    };
    return { ...test, transaction, asked: asked.promise, response: answered.resolve, statusNow };
  }

  it("are one for many views of an expired payment", async () => {
    const { services, bank, clock, transaction, ...world } = await startedOne();
    clock.advance({ minutes: 31 });
    const first = services.checkout.view(transaction.reference, "web");
    await world.asked;
    for (let looks = 0; looks < 50; looks++) {
      assert.equal((await services.checkout.view(transaction.reference, "web"))?.status, "pending");
    }
    assert.equal(bank.calls.cancel, 1);
    clock.advance({ ms: BANK_CALL_INTERVAL_MS });
    assert.equal((await services.checkout.view(transaction.reference, "web"))?.state, "expired");
    assert.equal(bank.calls.cancel, 2);
    world.response();
    await first;
    assert.equal(await world.statusNow(), "expired");
  });

  it("are one when the payer cancels several times at once", async () => {
    const { services, bank, transaction, ...world } = await startedOne();
    const cancel = () => services.checkout.cancel(transaction.reference, "web");
    const cancelled = Array.from({ length: 10 }, cancel);
    await world.asked;
    world.response();
    await Promise.all(cancelled);
    assert.equal(bank.calls.cancel, 1);
    assert.equal(await world.statusNow(), "cancelled");
  });

  it("are one when the payer chooses another bank several times at once", async () => {
    const { services, bank, transaction, ...world } = await startedOne();
    const another = () => startAttempt(services, transaction, "scripted-two");
    const started = Array.from({ length: 10 }, another);
    await world.asked;
    world.response();
    const addresses = (await Promise.all(started)).map(({ approvalUrl }) => approvalUrl);
    assert.equal(new Set(addresses).size, 1);
    assert.equal(bank.calls.cancel, 1);
    assert.equal(bank.calls.start, 2);
  });
});
