import assert from "node:assert/strict";
import { beforeEach, it } from "node:test";
import { sql } from "drizzle-orm";
import { onDatabase } from "#lib/testing/database.ts";
import { until } from "#lib/testing/until.ts";
import { assertSigned, createWebhookTest, type WebhookTest } from "#lib/testing/webhooks.ts";
import * as queueRepository from "./queue/repository.ts";
import { WAIT_SECONDS } from "./schedule.ts";
import type { WebhookResponse } from "./sender.ts";

const limit = 1000;

onDatabase("webhook deliveries shared by workers", (database, connection) => {
  let test: WebhookTest;
  beforeEach(async () => {
    test = await createWebhookTest(connection());
  });

  it("sends each of 50 deliveries once with two workers", async () => {
    const endpoints = await Promise.all(Array.from({ length: 5 }, () => test.addEndpoint()));
    for (let index = 0; index < 10; index++) await test.makeOutcome();
    const workers = [test.webhooks, test.createService()];
    await Promise.all(workers.map((worker) => worker.deliverDue({ limit })));
    for (const { id, url } of endpoints) {
      const ids = test.receivedAt(url).map(({ headers }) => headers["webhook-id"]);
      assert.equal(ids.length, 10);
      assert.equal(new Set(ids).size, 10);
      for (const { status } of await test.deliveriesTo(id)) assert.equal(status, "delivered");
    }
  });

  it("resends the same id and bytes after a worker died between sending and recording", async () => {
    const responses: PromiseWithResolvers<Partial<WebhookResponse>>[] = [];
    const endpoint = await test.addEndpoint(() => {
      const response = Promise.withResolvers<Partial<WebhookResponse>>();
      responses.push(response);
      return response.promise;
    });
    await test.makeOutcome();
    const [dead, survivor] = [test.webhooks, test.createService()];
    // Leases only once: a loop could lease the delivery again after the clock moves.
    const [deadRun] = await dead.beginDue({ limit });
    await until(() => responses.length === 1);
    test.clock.advance({ ms: 59_999 });
    await survivor.deliverDue({ limit });
    assert.equal(responses.length, 1, "the lease still holds");
    test.clock.advance({ ms: 1 });
    const survivorRun = survivor.deliverDue({ limit });
    await until(() => responses.length === 2);

    // The worker that lost its lease responds late.
    responses[0]?.resolve({ status: 500 });
    await deadRun;
    const held = await test.soleDelivery(endpoint.id);
    assert.equal(held.attemptCount, 0);
    assert.notEqual(held.leasedUntil, null);
    responses[1]?.resolve({ status: 200 });
    await survivorRun;
    const delivery = await test.soleDelivery(endpoint.id);
    assert.equal(delivery.status, "delivered");
    assert.equal((await test.attemptsOf(delivery.id)).length, 1);

    const [first, second, ...more] = test.receivedAt(endpoint.url);
    assert.ok(first && second);
    assert.deepEqual(more, []);
    assert.equal(second.body, first.body);
    assert.equal(second.headers["webhook-id"], first.headers["webhook-id"]);
    assert.notEqual(second.headers["webhook-timestamp"], first.headers["webhook-timestamp"]);
    assertSigned(second, endpoint.secret);
  });

  it("sends nothing twice at the same time", async () => {
    const responses: PromiseWithResolvers<Partial<WebhookResponse>>[] = [];
    const endpoint = await test.addEndpoint(() => {
      const response = Promise.withResolvers<Partial<WebhookResponse>>();
      responses.push(response);
      return response.promise;
    });
    await test.makeOutcome();
    const run = test.webhooks.deliverDue({ limit });
    await until(() => responses.length === 1);
    const { id } = await test.soleDelivery(endpoint.id);
    const key = { accountId: test.accountId, actor: "operator" as const, id };
    assert.equal(await test.webhooks.redeliver(key), "sending");
    await test.createService().deliverDue({ limit });
    assert.equal(responses.length, 1);
    responses[0]?.resolve({ status: 500 });
    await run;
    assert.equal((await test.soleDelivery(endpoint.id)).attemptCount, 1);
    assert.deepEqual(
      (await test.attemptsOf(id)).map(({ responseStatus }) => responseStatus),
      [500],
    );

    assert.equal(await test.webhooks.redeliver(key), "restarted");
    const [again] = await test.webhooks.beginDue({ limit });
    await until(() => responses.length === 2);
    // An expired lease belongs to a dead worker.
    test.clock.advance({ seconds: 60 });
    assert.equal(await test.webhooks.redeliver(key), "restarted");
    const survivor = test.createService().deliverDue({ limit });
    await until(() => responses.length === 3);
    for (const response of responses) response.resolve({ status: 200 });
    await Promise.all([again, survivor]);
    assert.equal((await test.soleDelivery(endpoint.id)).status, "delivered");
  });

  it("limits a slow endpoint to two deliveries at a time", async () => {
    const release = Promise.withResolvers<Partial<WebhookResponse>>();
    let inFlight = 0;
    let most = 0;
    const slow = await test.addEndpoint(async () => {
      most = Math.max(most, ++inFlight);
      const response = await release.promise;
      inFlight--;
      return response;
    });
    const good = await test.addEndpoint();
    for (let index = 0; index < 25; index++) await test.makeOutcome();
    const run = test.webhooks.deliverDue({ limit });
    await until(() => test.receivedAt(good.url).length === 25);
    assert.equal(test.receivedAt(slow.url).length, 2);

    await test.makeOutcome();
    await test.webhooks.deliverDue({ limit });
    assert.equal(test.receivedAt(good.url).length, 26);
    assert.equal(test.receivedAt(slow.url).length, 2);
    release.resolve({ status: 200 });
    await run;
    await test.webhooks.deliverDue({ limit });
    assert.equal(test.receivedAt(slow.url).length, 26);
    assert.equal(most, 2);
  });

  it("waits for a worker that is leasing, and counts its leases", async (t) => {
    if (!connection().pool) return t.skip("an embedded database has one session");
    const hang = Promise.withResolvers<Partial<WebhookResponse>>();
    const endpoint = await test.addEndpoint(() => hang.promise);
    for (let count = 0; count < 4; count++) await test.makeOutcome();
    const ids = (await test.deliveriesTo(endpoint.id)).map(({ id }) => id);
    const now = test.clock.now();
    const leasedUntil = new Date(now.getTime() + 60_000);
    const leased = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const other = database().transaction(async (tx) => {
      await queueRepository.lockQueue(tx);
      // Not those that are looked at first, which are locked by themselves.
      await queueRepository.hold(tx, ids.slice(2), now, leasedUntil);
      leased.resolve();
      await commit.promise;
    });
    await leased.promise;
    const begun = test.webhooks.beginDue({ limit });
    let isDone = false;
    const done = begun.then(() => {
      isDone = true;
    });
    await until(async () => isDone || (await waitsForLock()));
    commit.resolve();
    await Promise.all([other, done]);
    hang.resolve({ status: 200 });
    assert.deepEqual(await begun, [], "both places of the endpoint are taken");
    await test.webhooks.settled();
  });

  async function waitsForLock(): Promise<boolean> {
    const waiting = await database()
      .select({ pid: sql`pid` })
      .from(sql`pg_stat_activity`)
      .where(sql`datname = current_database() and wait_event = 'advisory'`);
    return waiting.length > 0;
  }

  it("starts new deliveries while one hangs", async () => {
    const hang = Promise.withResolvers<Partial<WebhookResponse>>();
    const slow = await test.addEndpoint(() => hang.promise);
    await test.makeOutcome();
    const [sending, ...more] = await test.webhooks.beginDue({ limit });
    assert.ok(sending);
    assert.deepEqual(more, []);
    const good = await test.addEndpoint();
    for (let count = 1; count <= 20; count++) {
      await test.makeOutcome();
      await Promise.race([sending, ...(await test.webhooks.beginDue({ limit }))]);
      await until(() => test.receivedAt(good.url).length === count);
    }
    assert.equal(test.receivedAt(slow.url).length, 2);
    let isSettled = false;
    const settled = test.webhooks.settled().then(() => {
      isSettled = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(isSettled, false);
    hang.resolve({ status: 200 });
    await settled;
  });

  it("does not look again for deliveries without a place until one ends", async () => {
    while ((await test.webhooks.deliverDue({ limit })) > 0)
      test.clock.advance({ minutes: 60 * 24 });
    const hang = Promise.withResolvers<Partial<WebhookResponse>>();
    await test.addEndpoint(() => hang.promise);
    for (let count = 0; count < 3; count++) await test.makeOutcome();
    test.clock.advance({ ms: 1 });
    let ended = 0;
    const onEnded = () => ended++;
    assert.equal((await test.webhooks.beginDue({ limit, onEnded })).length, 2);
    const leaseEnd = test.clock.now().getTime() + 60_000;
    assert.equal(Number(await test.webhooks.nextDueAt()), leaseEnd);
    hang.resolve({ status: 200 });
    await test.webhooks.settled();
    assert.equal(ended, 2);
    assert.equal((await test.webhooks.beginDue({ limit })).length, 1);
    await test.webhooks.settled();
  });

  it("waits longer each time for what can't be recorded, and gives up in the end", async () => {
    const endpoint = await test.addEndpoint();
    await test.makeOutcome();
    const { id } = await test.soleDelivery(endpoint.id);
    await database().execute(
      sql.raw(`alter table delivery_attempts add constraint broken check (delivery_id <> '${id}')`),
    );
    const begun: number[] = [];
    for (;;) {
      await test.webhooks.deliverDue({ limit });
      const { status, leasedUntil, nextAttemptAt } = await test.soleDelivery(endpoint.id);
      if (status !== "pending") break;
      begun.push(test.clock.now().getTime());
      const next = Math.max(Number(leasedUntil), Number(nextAttemptAt));
      test.clock.advance({ ms: next - test.clock.now().getTime() });
    }
    const waits = begun.slice(1).map((at, index) => (at - (begun[index] ?? 0)) / 1000);
    const [, ...schedule] = WAIT_SECONDS;
    assert.deepEqual(waits, [60, ...schedule], "the first as long as a lease");
    const { status } = await test.soleDelivery(endpoint.id);
    assert.equal(status, "exhausted");
    assert.equal(test.receivedAt(endpoint.url).length, 10);
    await database().execute(sql`alter table delivery_attempts drop constraint broken`);
  });

  it("returns when the next delivery can be leased", async () => {
    while ((await test.webhooks.deliverDue({ limit })) > 0)
      test.clock.advance({ minutes: 60 * 24 });
    assert.equal(await test.webhooks.nextDueAt(), undefined);
    const endpoint = await test.addEndpoint(() => ({ status: 500 }));
    await test.makeOutcome();
    assert.deepEqual(await test.webhooks.nextDueAt(), test.clock.now());
    await test.webhooks.deliverDue({ limit });
    const { nextAttemptAt } = await test.soleDelivery(endpoint.id);
    assert.deepEqual(await test.webhooks.nextDueAt(), nextAttemptAt);
  });
});
