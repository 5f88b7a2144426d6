import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { networkInterfaces } from "node:os";
import { createInterface } from "node:readline";
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
import { createDatabase, dropDatabase, startPostgres } from "#lib/testing/postgres-server.ts";
import { startSilentProxy } from "#lib/testing/silent-proxy.ts";
import { fail, TEMPLATE } from "#lib/testing/templates.ts";
import { until } from "#lib/testing/until.ts";

const SECRET = "07".repeat(32);
const SERVER = "lib/api/server/server.ts";
const NPM_SCRIPT = ["scripts/run.mjs", "--production", "lib/api/server/server.ts"];

/** Other IPv4 addresses: those of the network, and on Linux all of 127.0.0.0/8. */
function addressesOutside(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const outside = all.filter(({ internal, family }) => !internal && family === "IPv4");
  const addresses = outside.map(({ address }) => address);
  return process.platform === "linux" ? [...addresses, "127.0.0.2"] : addresses;
}

async function start(t: TestContext, variables: Record<string, string>, program = [SERVER]) {
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, program, {
    env: { ...CHILD_ENVIRONMENT, APP_SECRET: SECRET, PORT: String(port), ...variables },
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => child.kill("SIGKILL"));
  const exited = once(child, "exit");
  assert.ok(child.stdout);
  const lines = createInterface({ input: child.stdout });
  await once(lines, "line");
  lines.on("line", () => undefined);
  return { child, exited, url: `http://127.0.0.1:${port}` };
}

const statusOf = (url: string) =>
  fetch(url).then(
    (response) => response.status,
    () => 0,
  );

async function untilStatus(url: string, expected: number): Promise<void> {
  for (let tries = 0; (await statusOf(url)) !== expected; tries += 1) {
    assert.ok(tries < 600, `${url} never answered ${expected}`);
    await sleep(50);
  }
}

/** `fromElsewhere`: the status for other addresses. */
async function assertReached(url: string, fromElsewhere: number): Promise<void> {
  for (const outside of addressesOutside()) {
    const reached = await statusOf(`${url.replace("127.0.0.1", outside)}/health/live`);
    assert.equal(reached, fromElsewhere, outside);
  }
  const asked = request(`${url}/api/transactions`, { headers: { Host: "rebound.example" } });
  const [response] = (await once(asked.end(), "response")) as [IncomingMessage];
  assert.equal(response.resume().statusCode, 421);
  assert.equal(await statusOf(`${url}/api/transactions`), 503);
}

describe("npm run api", { concurrency: 3 }, () => {
  const name = `test_${randomBytes(8).toString("hex")}`;
  let database = "";
  let key = "";
  const keys: string[] = [];

  before(async () => {
    database = await createDatabase(await serverUrl(), name, TEMPLATE);
    const services = createServices({
      env: parseEnv({ NODE_ENV: "test", LOG_LEVEL: "silent" }),
      connection: connectPostgres(database, fail),
      clock: systemClock,
      logger: createLogger("silent"),
      seal: createSeal(Buffer.from(SECRET, "hex")),
    });
    const { accountId, keys: own } = await makeMerchant(services);
    key = own.web;
    // Requests with one key share its look-up.
    const more = { accountId, method: "web", mode: "test" } as const;
    for (let count = 0; count < 20; count += 1)
      keys.push((await services.apiKeys.create(more)).key);
    await services.close();
  });
  after(async () => {
    await dropDatabase(await serverUrl(), name);
    await stopOwnServer();
  });

  it("responds to all 20 slow requests that run at SIGTERM, accepts no more, and ends with 0", async (t) => {
    const proxy = await startSilentProxy(database);
    t.after(proxy.close);
    const variables = { DATABASE_URL: proxy.url, DATABASE_POOL: "20" };
    const { child, exited, url } = await start(t, variables, NPM_SCRIPT);
    await untilStatus(`${url}/health/ready`, 200);
    proxy.state.isSlow = true;
    const list = (own: string) =>
      fetch(`${url}/api/transactions`, { headers: { "X-API-Key": own } });
    const responses: Promise<Response>[] = [];
    for (const own of keys) {
      responses.push(list(own));
      // Those of the same moment would share a query.
      await until(() => proxy.held() >= responses.length);
    }
    child.kill("SIGTERM");
    child.kill("SIGTERM");
    await untilStatus(`${url}/health/live`, 0);
    assert.equal(child.exitCode, null, "it waits for what runs");
    proxy.release();
    const statuses = (await Promise.all(responses)).map(({ status }) => status);
    assert.deepEqual(statuses, Array(20).fill(200));
    assert.deepEqual(await exited, [0, null]);
  });

  it("is not ready after a signal to stop, and still responds to requests of load balancers", async (t) => {
    const { child, exited, url } = await start(t, {
      DATABASE_URL: database,
      DRAIN_GRACE_SECONDS: "2",
    });
    await untilStatus(`${url}/health/ready`, 200);
    const headers = { "X-API-Key": key };
    child.kill("SIGHUP");
    await untilStatus(`${url}/health/ready`, 503);
    assert.equal((await fetch(`${url}/api/transactions`, { headers })).status, 200);
    assert.equal(child.exitCode, null);
    assert.deepEqual(await exited, [0, null]);
  });

  it("listens on this machine only, is live but not ready without its database, and recovers when that is back", async (t) => {
    const server = await startPostgres({ durable: true });
    t.after(() => server.stop());
    const DATABASE_URL = await server.createDatabase("app");
    await server.down("fast");
    const { child, exited, url } = await start(t, { DATABASE_URL });
    assert.equal(await statusOf(`${url}/health/live`), 200);
    const refused = await fetch(`${url}/health/ready`);
    assert.equal(refused.status, 503);
    assert.equal(refused.headers.get("retry-after"), "5");
    await assertReached(url, 0);
    await server.up();
    await untilStatus(`${url}/health/ready`, 200);
    await server.down("crash");
    await untilStatus(`${url}/health/ready`, 503);
    const headers = { "X-API-Key": key };
    assert.equal((await fetch(`${url}/api/transactions`, { headers })).status, 503);
    assert.equal(await statusOf(`${url}/health/live`), 200);
    await server.up();
    await untilStatus(`${url}/health/ready`, 200);
    assert.equal((await fetch(`${url}/api/transactions`, { headers })).status, 401);
    child.kill("SIGINT");
    assert.deepEqual(await exited, [0, null]);
  });

  it("listens on all interfaces with HOST=0.0.0.0, and ends at once after SIGTERM", async (t) => {
    const { child, exited, url } = await start(t, {
      DATABASE_URL: "postgres://postgres@127.0.0.1:1/none",
      HOST: "0.0.0.0",
    });
    await assertReached(url, 200);
    child.kill("SIGTERM");
    assert.deepEqual(await exited, [0, null]);
  });

  it("explains in one sentence a failure that waiting does not fix", async (t) => {
    const wrong = new URL(database);
    wrong.pathname = "/nowhere";
    const child = spawn(process.execPath, [SERVER], {
      env: {
        ...CHILD_ENVIRONMENT,
        APP_SECRET: SECRET,
        PORT: String(await freePort()),
        DATABASE_URL: wrong.href,
        LOG_LEVEL: "silent",
      },
      stdio: ["ignore", "ignore", "pipe"],
    });
    t.after(() => child.kill("SIGKILL"));
    let errors = "";
    child.stderr.on("data", (chunk) => {
      errors += chunk;
    });
    assert.deepEqual(await once(child, "exit"), [1, null]);
    assert.match(errors, /DATABASE_URL does not exist/);
    assert.doesNotMatch(errors, /\n\s+at /);
  });
});
