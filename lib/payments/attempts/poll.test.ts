import assert from "node:assert/strict";
import { beforeEach, it } from "node:test";
import { BankError } from "#lib/banks/connector.ts";
import { createBankApi } from "#lib/banks/nextgenpsd2/api.ts";
import { statusResponse } from "#lib/banks/nextgenpsd2/responses.ts";
import { paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant, makeTransaction } from "#lib/testing/factories.ts";
import { type Attempt, newAttempt } from "./attempt.ts";
import { createPolling } from "./poll.ts";
import * as repository from "./repository.ts";

onDatabase("scheduled polls of banks", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;

  beforeEach(async () => {
    test = createTestServices(connection());
    // Other tests leave due attempts behind.
    await database().update(paymentAttempts).set({ nextPollAt: null });
  });

  async function makeDue(bankId: string, count: number): Promise<Attempt[]> {
    const { apiKey } = await makeMerchant(test.services);
    const made: Attempt[] = [];
    for (let number = 0; number < count; number++) {
      const transaction = await makeTransaction(test.services, apiKey);
      const values = { bankId, payerSessionId: null, sendsPayerIban: false };
      const now = test.clock.now();
      const one = newAttempt(transaction, { ...values, now });
      made.push({ ...one, nextPollAt: new Date(now.getTime() + number) });
    }
    for (const one of made) await repository.insert(database(), one);
    return made;
  }

  function pollingBy(refresh: (attempt: Attempt) => Promise<void>, deadline?: () => AbortSignal) {
    return createPolling({
      db: database(),
      clock: test.clock,
      logger: createLogger("silent"),
      refresh,
      silence: async () => undefined,
      ...(deadline && { deadline }),
    });
  }

  it("limit a bank that hangs to its own slots, while others are polled", async () => {
    await makeDue("hanging", 25);
    test.clock.advance({ ms: 100 });
    const [quick] = await makeDue("quick", 1);
    test.clock.advance({ ms: 100 });
    const { promise: response, resolve } = Promise.withResolvers<void>();
    const asked: Attempt[] = [];
    const polling = pollingBy(async (attempt) => {
      asked.push(attempt);
      if (attempt.bankId === "hanging") await response;
    });
    const ended = Promise.withResolvers<void>();
    assert.equal((await polling.beginDue({ onEnded: ended.resolve })).length, 11);
    await ended.promise;
    assert.equal(asked.filter(({ id }) => id === quick?.id).length, 1);
    // That bank's other attempts do not keep the worker busy.
    assert.deepEqual(await polling.beginDue({}), []);
    assert.ok(Number(await polling.nextPollDueAt()) > test.clock.now().getTime());
    resolve();
    await polling.settled();
    assert.equal((await polling.beginDue({})).length, 10);
    await polling.settled();
    assert.equal(asked.length, 21);
  });

  it("take turns between banks if not all due attempts fit", async () => {
    await makeDue("many", 5);
    test.clock.advance({ ms: 100 });
    await makeDue("few", 2);
    test.clock.advance({ ms: 100 });
    const asked: string[] = [];
    const polling = pollingBy(async ({ bankId }) => void asked.push(bankId));
    await Promise.all(await polling.beginDue({ limit: 4 }));
    assert.deepEqual(asked.toSorted(), ["few", "few", "many", "many"]);
  });

  it("never lease an attempt twice with several workers", async () => {
    await makeDue("busy", 8);
    test.clock.advance({ ms: 100 });
    const asked: string[] = [];
    const workers = [1, 2, 3, 4].map(() => pollingBy(async ({ id }) => void asked.push(id)));
    await Promise.all(workers.map((worker) => worker.pollDue()));
    assert.equal(asked.length, 8);
    assert.equal(new Set(asked).size, 8);
  });

  it("end every request of a step at its deadline, before another worker may take it", async () => {
    const [one] = await makeDue("slow", 1);
    assert.ok(one);
    test.clock.advance({ ms: 100 });
    const api = createBankApi({
      baseUrl: "https://bank.example",
      async fetch(_url, init) {
        init?.signal?.throwIfAborted();
        return Response.json({ transactionStatus: "RCVD" });
      },
    });
    const errors: unknown[] = [];
    let leased: Date | null | undefined;
    const ask = async () => {
      leased = (await repository.find(database(), one.id))?.nextPollAt;
      const request = { method: "GET", path: "/status", headers: {} } as const;
      await api.ask(request, statusResponse).catch((error: unknown) => errors.push(error));
    };
    await pollingBy(ask, () => AbortSignal.abort()).pollDue();
    assert.ok(errors[0] instanceof BankError && errors[0].kind === "unreachable");
    assert.equal(Number(leased), test.clock.now().getTime() + 90_000);
    // Outside a poll the request has only its own timeout.
    await ask();
    assert.equal(errors.length, 1);
  });

  it("continue with the others if a bank's response can't be stored, and with that one after its lease", async () => {
    const [one] = await makeDue("unstored", 2);
    test.clock.advance({ ms: 100 });
    let isBroken = true;
    const asked: string[] = [];
    const polling = createPolling({
      db: database(),
      clock: test.clock,
      logger: createLogger("silent"),
      refresh: async ({ id }) => void asked.push(id),
      silence: async (id) => {
        if (isBroken && id === one?.id) throw new Error("the database is gone");
      },
    });
    assert.equal(await polling.pollDue(), 2);
    isBroken = false;
    test.clock.advance({ seconds: 89 });
    await polling.pollDue();
    assert.equal(asked.filter((id) => id === one?.id).length, 1);
    test.clock.advance({ seconds: 2 });
    await polling.pollDue();
    assert.equal(asked.filter((id) => id === one?.id).length, 2);
  });
});
