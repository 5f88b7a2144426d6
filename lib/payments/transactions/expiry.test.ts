import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq, inArray } from "drizzle-orm";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import type { EndReason } from "#lib/payments/model/status.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import {
  createTestServices,
  makeMerchant,
  makeTransaction,
  startAttempt,
} from "#lib/testing/factories.ts";
import { events } from "#lib/webhooks/model/schema.ts";
import { createTransactionService } from "./service.ts";

onBothDatabases("expiring", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let apiKey: ApiKey;
  before(async () => {
    test = createTestServices(connection());
    ({ apiKey } = await makeMerchant(test.services));
  });

  /** `refuses`: transactions that can't be ended. */
  function expiring(
    refuses: (id: string) => boolean,
    onAsked: (id: string) => unknown = () => {},
    endIdle = async (ids: string[], reason: EndReason) => {
      ids.forEach(onAsked);
      if (ids.some(refuses)) throw new Error("can't be ended");
      return test.services.attempts.endIdle(ids, reason);
    },
  ) {
    const logged: unknown[] = [];
    const service = createTransactionService({
      ...test.services,
      db: database(),
      clock: test.clock,
      logger: { error: (line: object) => void logged.push(line) } as never,
      recordCreation: test.services.webhooks.recordCreation,
      async endUnpaid(id: string, reason: EndReason) {
        onAsked(id);
        if (refuses(id)) throw new Error("can't be ended");
        return test.services.attempts.endUnpaid(id, reason);
      },
      endIdle,
      banks: test.bank.directory,
      orderSigner: () => Promise.reject(new Error("no order is created")),
      linkBefore: { reference: "", token: "" },
      ttlMinutes: 30,
    });
    return Object.assign(service, { logged });
  }

  async function overdue(count: number): Promise<string[]> {
    const made: string[] = [];
    for (let at = 0; at < count; at += 1) {
      made.push((await makeTransaction(test.services, apiKey)).id);
      test.clock.advance({ ms: 1 });
    }
    test.clock.advance({ minutes: 31 });
    return made;
  }

  const statusOf = async (id: string) => (await test.services.transactions.get(apiKey, id)).status;

  it("is not blocked by the oldest that fail, and retries those later", async () => {
    const made = await overdue(4);
    const [stuck = "", alsoStuck = "", ...others] = made;
    let isMended = false;
    const worker = expiring((id) => !isMended && [stuck, alsoStuck].includes(id));
    assert.equal(await worker.expireDue(2), 2);
    assert.equal(worker.logged.length, 2);
    assert.equal(await worker.expireDue(2), 2);
    for (const id of others) assert.equal(await statusOf(id), "failed");
    assert.equal(await worker.nextExpiryAt(), undefined, "nothing that would spin the worker");
    isMended = true;
    assert.equal(await worker.expireDue(2), 0);
    test.clock.advance({ seconds: 11 });
    assert.equal(await worker.expireDue(2), 2);
    assert.equal(await statusOf(stuck), "failed");
  });

  it("ends those without an attempt in parts of 20, one part at a time, and the others alone", async () => {
    const made = await overdue(45);
    const atBank = await makeTransaction(test.services, apiKey);
    await startAttempt(test.services, atBank);
    test.clock.advance({ minutes: 31 });
    const parts: number[] = [];
    const alone: string[] = [];
    let [running, mostAtOnce] = [0, 0];
    const worker = expiring(
      () => false,
      (id) => alone.push(id),
      async (ids) => {
        parts.push(ids.length);
        mostAtOnce = Math.max(mostAtOnce, ++running);
        const ended = await test.services.attempts.endIdle(ids, "expired");
        running -= 1;
        return ended;
      },
    );
    assert.equal(await worker.expireDue(100), 46);
    assert.deepEqual([parts, mostAtOnce, alone], [[20, 20, 5], 1, [atBank.id]]);
    const ends = await database().select().from(events).where(inArray(events.transactionId, made));
    assert.equal(ends.length, 45);
    assert.deepEqual(new Set(ends.map(({ type }) => type)), new Set(["transaction.failed"]));
    for (const id of [...made, atBank.id]) assert.equal(await statusOf(id), "failed");
  });

  it("skips what a payment attempt or another request holds", async (t) => {
    if (!connection().pool) return t.skip("PGlite has one session");
    const atBank = await makeTransaction(test.services, apiKey);
    await startAttempt(test.services, atBank);
    test.bank.decide("processing");
    const [idle = "", used = ""] = await overdue(2);
    const locked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const holding = database().transaction(async (tx) => {
      await tx.select().from(transactions).where(eq(transactions.id, used)).for("update");
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    const ending = test.services.attempts.endIdle([idle, used, atBank.id], "expired");
    assert.deepEqual(await ending.finally(released.resolve), [idle]);
    await holding;
    assert.equal(await statusOf(atBank.id), "pending");
    assert.equal(await test.services.transactions.expireDue(), 2);
    assert.equal(await statusOf(used), "failed");
  });

  it("starts nothing new once the worker stops", async () => {
    const made = await overdue(30);
    const stopping = new AbortController();
    const worker = expiring(
      () => false,
      () => stopping.abort(),
    );
    const taken = await worker.expireDue(100, stopping.signal);
    assert.ok(taken <= 20, `${taken}`);
    assert.equal(await expiring(() => false).expireDue(100), made.length - taken);
    assert.equal(await worker.expireDue(100, stopping.signal), 0);
  });
});
