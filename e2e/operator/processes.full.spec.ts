import { randomBytes } from "node:crypto";
import pg from "pg";
import { type APIRequestContext, expect, test } from "playwright/test";
import { type PostgresServer, startPostgres } from "#lib/testing/postgres-server.ts";
import { type AppServer, startAppServer } from "../../scripts/app-server.ts";
import { PASSING_PORT } from "../../scripts/ports.ts";
import { createMerchantServer } from "../kit/merchant.ts";

// Both tests use the same port.
test.describe.configure({ mode: "serial" });

let postgres: PostgresServer;
test.beforeAll(async () => {
  postgres = await startPostgres({ durable: true });
});
test.afterAll(() => postgres.stop());

const UNKNOWN_KEY = `sk_test_${"x".repeat(43)}`;

const variablesFor = (url: string) => ({
  DATABASE_URL: url,
  DATABASE_POOL: "20",
  APP_SECRET: randomBytes(32).toString("hex"),
});

async function makeReference(request: APIRequestContext, server: AppServer): Promise<string> {
  const { reference } = await createMerchantServer(request, server).create();
  return reference;
}

test("SIGTERM completes slow requests, ends live status cleanly, and exits with 0", async ({
  request,
}) => {
  const url = await postgres.createDatabase("stopping");
  const server = await startAppServer(PASSING_PORT, { ...variablesFor(url), WORKER: "false" });
  const locks = new pg.Client({ connectionString: url });
  await locks.connect();
  const waiting = async () => {
    const { rows } = await locks.query("select count(*)::int from pg_locks where not granted");
    return Number(rows[0].count);
  };
  try {
    const reference = await makeReference(request, server);
    const checkout = `${server.url}/checkout?reference=${reference}`;
    const stream = await fetch(`${server.url}/checkout/events?reference=${reference}`, {
      headers: { Accept: "text/event-stream" },
    });
    const told = stream.text();
    expect((await fetch(checkout)).status).toBe(200);

    await locks.query("begin; lock table transactions in access exclusive mode");
    const responses: Promise<Response>[] = [];
    // One after the other: those of the same moment would wait together.
    while (responses.length < 20) {
      responses.push(fetch(checkout));
      await expect.poll(waiting).toBe(responses.length);
    }
    server.terminate();
    server.terminate();
    expect(await told, "it ended, and was not cut").toContain("data:");
    await expect
      .poll(() =>
        fetch(`${server.url}/health/live`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(0);
    await locks.query("rollback");
    for (const response of await Promise.all(responses)) {
      expect(response.status).toBe(200);
      expect(await response.text()).toContain("</html>");
    }
    expect(await server.exited).toBe(0);
  } finally {
    await locks.end();
    await server.stop();
  }
});

test("every page responds with 503 without the database, and recovers afterwards", async ({
  page,
  request,
}) => {
  const server = await startAppServer(
    PASSING_PORT,
    variablesFor(await postgres.createDatabase("away")),
  );
  try {
    const reference = await makeReference(request, server);
    const checkout = `${server.url}/checkout?reference=${reference}`;
    const pages = [
      checkout,
      `${server.url}/pay/${reference}`,
      `${server.url}/secure?token=a&jwt=b`,
      `${server.url}/secure/${reference}/verify`,
      `${server.url}/console`,
      `${server.url}/console/sign-in`,
      `${server.url}/sandbox/bank`,
    ];
    for (const how of ["fast", "crash"] as const) {
      await postgres.down(how);
      await expect.poll(async () => (await fetch(`${server.url}/health/ready`)).status).toBe(503);
      for (const address of pages) {
        const response = await fetch(address, { redirect: "manual" });
        expect(response.status, address).toBe(503);
        expect(response.headers.get("retry-after"), address).toBe("5");
        expect(await response.text(), address).toContain("We can’t be reached right now");
      }
      expect((await fetch(`${server.url}/checkout/events?reference=${reference}`)).status).toBe(
        503,
      );
      expect(
        (await fetch(`${server.url}/api/transactions`, { headers: { "X-API-Key": UNKNOWN_KEY } }))
          .status,
      ).toBe(503);
      expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
      await page.goto(checkout);
      await expect(page.getByRole("heading", { name: "We can’t be reached" })).toBeVisible();
      await postgres.up();
      await expect.poll(async () => (await fetch(`${server.url}/health/ready`)).status).toBe(200);
      await page.getByRole("link", { name: "Try again" }).click();
      await expect(page.getByRole("heading", { name: "Scan with your phone" })).toBeVisible();
    }
  } finally {
    await server.stop();
  }
});
