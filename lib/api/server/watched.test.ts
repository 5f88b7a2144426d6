import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { after, before, describe, it, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "#lib/platform/clock/clock.ts";
import { parseEnv } from "#lib/platform/configuration/env.ts";
import { createSeal } from "#lib/platform/crypto/seal.ts";
import { connectPostgres } from "#lib/platform/db/client.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { createServices } from "#lib/services/create.ts";
import { CHILD_ENVIRONMENT } from "#lib/testing/child-environment.ts";
import { serverUrl, stopOwnServer } from "#lib/testing/database.ts";
import { makeMerchant } from "#lib/testing/factories.ts";
import { freePort } from "#lib/testing/free-port.ts";
import { startOtlpReceiver } from "#lib/testing/otlp-receiver.ts";
import { createDatabase, dropDatabase } from "#lib/testing/postgres-server.ts";
import { fail, TEMPLATE } from "#lib/testing/templates.ts";

const APP_SECRET = "07".repeat(32);
const TRACE = "0af7651916cd43dd8448eb211c80319c";
const SECRETS = {
  iban: "NL91ABNA0417164300",
  email: "ada@private.example",
  token: "tok-3b1f9c",
  path: "path-77aa",
  name: "Ada Lovelace-Private",
  cookie: "session=abc123",
  trace: "11".repeat(16),
};

async function until(isReached: () => Promise<boolean>, log = () => ""): Promise<void> {
  for (let tries = 0; !(await isReached()); tries += 1) {
    assert.ok(tries < 300, `it took too long: ${log()}`);
    await sleep(100);
  }
}

describe("a process with metrics and traces", { concurrency: 3 }, () => {
  const name = `test_${randomBytes(8).toString("hex")}`;
  let database = "";
  let key = "";

  before(async () => {
    database = await createDatabase(await serverUrl(), name, TEMPLATE);
    const services = createServices({
      env: parseEnv({ NODE_ENV: "test", LOG_LEVEL: "silent" }),
      connection: connectPostgres(database, fail),
      clock: systemClock,
      logger: createLogger("silent"),
      seal: createSeal(Buffer.from(APP_SECRET, "hex")),
    });
    key = (await makeMerchant(services)).keys.web;
    await services.close();
  });
  after(async () => {
    await dropDatabase(await serverUrl(), name);
    await stopOwnServer();
  });

  async function start(t: TestContext, program: string, variables: Record<string, string>) {
    const [port, metricsPort] = [await freePort(), await freePort()];
    const child = spawn(process.execPath, [program], {
      env: {
        ...CHILD_ENVIRONMENT,
        ...{ DATABASE_URL: database, APP_SECRET, PORT: String(port) },
        METRICS_PORT: String(metricsPort),
        ...variables,
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    t.after(() => child.kill("SIGKILL"));
    let log = "";
    child.stdout.on("data", (chunk) => {
      log += chunk;
    });
    const metrics = () =>
      fetch(`http://127.0.0.1:${metricsPort}/metrics`).then(
        (response) => response.text(),
        () => "",
      );
    await until(
      async () => /bankside_database_up 1/.test(await metrics()),
      () => log,
    );
    return {
      url: `http://127.0.0.1:${port}/api`,
      metrics,
      log: () => log,
      async stop() {
        const exited = once(child, "exit");
        child.kill("SIGTERM");
        assert.deepEqual(await exited, [0, null]);
      },
    };
  }

  it("counts and traces requests by their pattern, without their contents", async (t) => {
    const receiver = await startOtlpReceiver();
    t.after(receiver.close);
    const api = await start(t, "lib/api/server/server.ts", {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_SERVICE_NAME: "pay-api",
    });
    const headers = {
      "X-API-Key": key,
      "content-type": "application/json",
      cookie: SECRETS.cookie,
      traceparent: `00-${TRACE}-b7ad6b7169203331-01`,
    };
    const create = (body: object) =>
      fetch(`${api.url}/transactions`, { method: "POST", headers, body: JSON.stringify(body) });
    const created = await create({
      ...{ amount: 1250, currency: "EUR", externalId: "order-1" },
      payer: { email: SECRETS.email, name: SECRETS.name },
      successUrl: `https://books.example/?token=${SECRETS.token}`,
      failureUrl: "https://books.example/",
    });
    const { id } = (await created.json()) as { id: string };
    const query = new URLSearchParams({ token: SECRETS.token, email: SECRETS.email });
    await fetch(`${api.url}/transactions/${id}`, { headers });
    await fetch(`${api.url}/transactions/${id}?${query}`, { headers });
    await fetch(`${api.url}/transactions/${SECRETS.iban}`, { headers });
    await create({ amount: SECRETS.iban });
    await fetch(`${api.url}/${SECRETS.path}/${SECRETS.email}`, { method: "DELETE", headers });
    // A stranger's trace is not continued.
    const strangers = {
      "X-API-Key": "sk_test_x",
      traceparent: `00-${SECRETS.trace}-${"2".repeat(16)}-01`,
    };
    await fetch(`${api.url}/transactions/${id}`, { headers: strangers });
    await fetch(`${api.url}/health/live`, { headers: strangers });
    await fetch(`${api.url}/transactions`, { headers: { ...strangers, host: "x" } });
    const text = await (async () => {
      await until(async () =>
        /route="\/health\/live",method="GET",status="2xx"} 1/.test(await api.metrics()),
      );
      return api.metrics();
    })();
    const read = 'bankside_http_requests_total{kind="api",route="/transactions/{id}",method="GET"';
    const own = text.replaceAll(/^(?!bankside_http_requests).*\n/gm, "");
    assert.equal(created.status, 201);
    assert.ok(own.includes(`${read},status="2xx"} 1`), own);
    assert.ok(text.includes(`${read},status="4xx"} 3`));
    assert.match(text, /kind="api",route="other",method="DELETE",status="4xx"} 1/);
    assert.match(text, /bankside_transactions_created_total{mode="test",flow="web"} 1/);
    assert.match(
      text,
      /bankside_http_request_duration_seconds_count{kind="api",route="\/transactions"} \d/,
    );
    assert.doesNotMatch(text, /webhook_queue_due{/);
    await api.stop();

    assert.equal(receiver.resource()["service.name"], "pay-api");
    const spans = receiver.spans();
    assert.deepEqual(
      spans.filter(
        ({ name, parentSpanId }) =>
          / \/health\//.test(name) || (/^query /.test(name) && !parentSpanId),
      ),
      [],
      "no probes, and no statements outside of a request",
    );
    const reading = spans.find(
      ({ name, attributes }) =>
        name === "GET /transactions/{id}" && attributes["http.response.status_code"] === "200",
    );
    assert.deepEqual([reading?.traceId, reading?.parentSpanId], [TRACE, "b7ad6b7169203331"]);
    assert.ok(spans.some(({ name, traceId }) => name.startsWith("query ") && traceId === TRACE));
    const line = api
      .log()
      .split("\n")
      .find((one) => one.includes(`/api/transactions/${id}"`));
    assert.equal(JSON.parse(line ?? "{}").trace_id, TRACE);

    const traces = receiver.bodies.map((body) => body.text).join("\n");
    for (const [what, secret] of Object.entries({ ...SECRETS, key, id })) {
      assert.ok(!text.includes(secret), `${what} in metrics`);
      assert.ok(!traces.includes(secret), `${what} in traces`);
    }
    // Apart from the path, as the line of a request shows what was requested.
    for (const secret of [SECRETS.token, SECRETS.cookie, SECRETS.name, key, APP_SECRET]) {
      assert.ok(!api.log().includes(secret), `${secret} in the log`);
    }
  });

  it("shows the work that waits for a worker, and that its jobs run", async (t) => {
    const worker = await start(t, "lib/services/worker-main.ts", {});
    await until(async () =>
      /bankside_job_last_success_timestamp_seconds{name="deliver-webhooks"} 1/.test(
        await worker.metrics(),
      ),
    );
    const text = await worker.metrics();
    assert.match(text, /bankside_webhook_queue_due{endpoint_state="working"} 0/);
    assert.match(text, /bankside_database_pool_connections{state="idle"} [1-9]/);
    await worker.stop();
  });

  it("serves no metrics unless the operator sets that", async (t) => {
    const port = await freePort();
    const child = spawn(process.execPath, ["lib/api/server/server.ts"], {
      env: { ...CHILD_ENVIRONMENT, DATABASE_URL: database, APP_SECRET, PORT: String(port) },
      stdio: ["ignore", "pipe", "inherit"],
    });
    t.after(() => child.kill("SIGKILL"));
    await once(child.stdout, "data");
    const response = await fetch(`http://127.0.0.1:${port}/metrics`);
    assert.equal(response.status, 404);
  });
});
