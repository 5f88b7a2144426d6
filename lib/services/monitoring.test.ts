import assert from "node:assert/strict";
import { after, before, beforeEach, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { bankAlerts } from "#lib/payments/model/attempts.schema.ts";
import { createDatabaseClock } from "#lib/platform/clock/database-clock.ts";
import { inBatches } from "#lib/platform/db/in-batches.ts";
import { afterCommit } from "#lib/platform/db/open-transaction.ts";
import { createWorker } from "#lib/platform/jobs/loop.ts";
import { createSharedJob } from "#lib/platform/jobs/shared-job.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { count, recordWith } from "#lib/platform/telemetry/metrics/record.ts";
import { createRegistry } from "#lib/platform/telemetry/metrics/registry.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { makeDirectTransaction, makeTransaction, startAttempt } from "#lib/testing/factories.ts";
import { createWebhookTest, type WebhookTest } from "#lib/testing/webhooks.ts";
import { readServices } from "./monitoring.ts";

onBothDatabases("metrics of the services", (database, connection) => {
  let test: WebhookTest;
  let registry: ReturnType<typeof createRegistry>;

  before(async () => {
    test = await createWebhookTest(connection());
  });
  beforeEach(() => {
    registry = createRegistry({ keptMs: 0 });
    recordWith(registry.recorder);
  });
  after(() => recordWith(undefined));

  /** Of a metric that was recorded or read. */
  async function sample(series: string): Promise<number | undefined> {
    // A text is kept for a moment.
    await sleep(2);
    const lines = (await registry.text()).split("\n");
    const line = lines.find((one) => one.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.slice(series.length));
  }
  const created = (flow: string) =>
    sample(`bankside_transactions_created_total{mode="test",flow="${flow}"}`);
  const finished = (outcome: string) =>
    sample(`bankside_transactions_finished_total{mode="test",outcome="${outcome}"}`);

  it("count created transactions by flow, and a replay once", async () => {
    const input = { externalId: "metrics-order" };
    await makeTransaction(test.services, test.apiKey, input);
    await makeTransaction(test.services, test.apiKey, input);
    await makeDirectTransaction(test.services, test.apiKey);
    assert.equal(await created("web"), 1);
    assert.equal(await created("direct"), 1);
  });

  it("count ended transactions by outcome and reason", async () => {
    await test.makeSuccess();
    await test.makeOutcome();
    assert.equal(await finished("succeeded"), 1);
    assert.equal(await finished("cancelled"), 1);
  });

  it("count nothing in a rollback", async () => {
    const note = () =>
      afterCommit(() =>
        count("bankside_transactions_finished_total", { mode: "test", outcome: "x" }),
      );
    const failing = database().transaction(async () => {
      note();
      assert.equal(await finished("x"), undefined, "not before the commit");
      throw new Error("rolled back");
    });
    await assert.rejects(failing, /rolled back/);
    await inBatches(database(), async () => note());
    assert.equal(await finished("x"), undefined);
    await database().transaction(async () => note());
    assert.equal(await finished("x"), 1);
  });

  it("count and time responses of banks", async () => {
    const transaction = await makeTransaction(test.services, test.apiKey);
    await startAttempt(test.services, transaction);
    await test.services.attempts.refreshLatest(transaction.id);
    const calls = (call: string, outcome: string) =>
      sample(`bankside_bank_requests_total{bank="scripted",call="${call}",outcome="${outcome}"}`);
    assert.equal(await calls("start", "ok"), 1);
    assert.equal(await calls("read", "ok"), 1);
    assert.equal(await sample('bankside_bank_request_duration_seconds_count{bank="scripted"}'), 2);
    test.bank.setDown(true);
    await test.services.attempts.refreshLatest(transaction.id).catch(() => undefined);
    test.bank.setDown(false);
    assert.equal(await calls("read", "unreachable"), 1);
  });

  it("count failures of jobs, and store their last success", async () => {
    const { clock } = test;
    const logger = createLogger("silent");
    const deps = { db: database(), clock, logger, everyMs: 60_000 };
    const run = async () => Promise.reject(new Error("broken"));
    const job = createSharedJob({ name: "failing", ...deps, steps: [{ name: "one", run }] });
    await job.run(new AbortController().signal);
    assert.equal(await sample('bankside_job_failures_total{name="failing"}'), 1);
    const succeeding = { name: "fine", run: async () => 0, nextDueAt: async () => undefined };
    const broken = { name: "broken", run, nextDueAt: async () => undefined };
    const { listen } = connection();
    const worker = createWorker({ jobs: [succeeding, broken], clock, logger, listen });
    worker.start();
    const at = () => sample('bankside_job_last_success_timestamp_seconds{name="fine"}');
    const failures = () => sample('bankside_job_failures_total{name="broken"}');
    for (let tries = 0; !(await at()) || !(await failures()); tries += 1) {
      assert.ok(tries < 1_000, "the jobs did not run");
      await sleep(10);
    }
    await worker.stop();
    assert.ok(Math.abs(((await at()) ?? 0) - Date.now() / 1_000) < 30);
    assert.equal(
      await sample('bankside_job_last_success_timestamp_seconds{name="broken"}'),
      undefined,
    );
  });

  it("show the clock drift of this machine", async () => {
    const readClock = async () => new Date(Date.now() + 10_000);
    await createDatabaseClock({ readClock, logger: createLogger("silent") }).measure();
    const drift = await sample("bankside_clock_drift_seconds");
    assert.ok(Math.abs((drift ?? 0) + 10) < 1, String(drift));
  });

  it("count deliveries by their result", async () => {
    let status = 500;
    const endpoint = await test.addEndpoint(() => ({ status, durationMs: 400 }));
    await test.makeOutcome();
    await test.webhooks.deliverDue({ limit: 100 });
    status = 200;
    test.clock.advance({ minutes: 10 });
    await test.webhooks.deliverDue({ limit: 100 });
    const result = (name: string) => sample(`bankside_webhook_deliveries_total{result="${name}"}`);
    assert.equal(await result("failed"), 1);
    assert.equal(await result("delivered"), 1);
    assert.equal(await sample('bankside_webhook_delivery_duration_seconds_bucket{le="0.5"}'), 2);
    assert.equal((await test.soleDelivery(endpoint.id)).status, "delivered");
  });

  it("count exhausted deliveries, and attempts with an expired lease", async () => {
    const own = await createWebhookTest(connection());
    await own.webhooks.deliverDue({ limit: 1_000 });
    registry = createRegistry({ keptMs: 0 });
    recordWith(registry.recorder);
    const result = (name: string) => sample(`bankside_webhook_deliveries_total{result="${name}"}`);
    const other = own.createService();
    let isFirst = true;
    let status = 200;
    await own.addEndpoint(async () => {
      if (isFirst) {
        isFirst = false;
        own.clock.advance({ minutes: 1 });
        await other.deliverDue({ limit: 100 });
      }
      return { status };
    });
    await own.makeOutcome();
    await own.webhooks.deliverDue({ limit: 100 });
    assert.deepEqual([await result("lost"), await result("delivered")], [1, 1]);
    status = 500;
    await own.makeOutcome();
    for (let tries = 0; tries < 20; tries += 1) {
      await own.webhooks.deliverDue({ limit: 100 });
      own.clock.advance({ minutes: 1_440 });
    }
    assert.deepEqual([await result("failed"), await result("exhausted")], [9, 1]);
  });

  it("show the size and age of the worker's queue, without what waits on purpose", async () => {
    readServices({ ...test.services, webhooks: test.webhooks }, { hasWorker: true });
    const due = (endpoint: string) =>
      sample(`bankside_webhook_queue_due{endpoint_state="${endpoint}"}`);
    const oldest = (endpoint: string) =>
      sample(`bankside_webhook_queue_oldest_due_seconds{endpoint_state="${endpoint}"}`);
    await test.webhooks.deliverDue({ limit: 1_000 });
    const paused = await test.addEndpoint(() => ({ status: 503, retryAfterSeconds: 3_000 }));
    await test.makeOutcome();
    await test.webhooks.deliverDue({ limit: 1_000 });
    await test.makeOutcome();
    test.clock.advance({ seconds: 90 });
    const state = await test.webhooks.queueState();
    assert.ok(paused);
    assert.equal(await due("working"), state[0]?.due);
    assert.ok((state[0]?.due ?? 0) > 0);
    assert.equal(await oldest("working"), 90);
    assert.equal(await due("failing"), 0);
    assert.equal(await oldest("failing"), 0);
  });

  it("show open alerts about banks, the database and live pages", async () => {
    readServices(test.services, { hasWorker: true });
    const transaction = await makeTransaction(test.services, test.apiKey);
    await startAttempt(test.services, transaction);
    for (const state of ["declined", "succeeded"] as const) {
      test.bank.decide(state);
      await test.services.attempts.refreshLatest(transaction.id);
    }
    const leave = test.services.streams.take({ address: "192.0.2.1", reference: "x" });
    const alerts = 'bankside_bank_alerts_open{mode="test",kind="contradiction"}';
    assert.equal(await sample(alerts), 1);
    assert.equal(await sample("bankside_database_up"), 1);
    assert.equal(await sample("bankside_live_pages_open"), 1);
    leave();
    leave();
    await database().update(bankAlerts).set({ resolvedAt: test.clock.now() });
    assert.equal(await sample("bankside_live_pages_open"), 0);
    assert.equal(await sample(alerts), 1, "kept for some seconds");
    readServices(test.services, { hasWorker: true });
    assert.equal(await sample(alerts), undefined);
    const inUse = await sample('bankside_database_pool_connections{state="in_use"}');
    assert.equal(inUse, connection().pool && 0);
  });
});
