import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { freePort } from "#lib/testing/free-port.ts";
import { startPostgres } from "#lib/testing/postgres-server.ts";
import { findEngine, type Image, imageOf, writeSecrets } from "../image.ts";
import { say } from "../node.ts";
import { runLane } from "./lane.ts";

const MOST_MEGABYTES = 250;
const OUTCOME_MS = 60_000;

const accountSchema = z.object({ keys: z.object({ web: z.string() }) });
const tokenSchema = z.object({ token: z.string() });
const transactionSchema = z.object({ id: z.string(), redirectUrl: z.string() });
const statusSchema = z.object({ status: z.string() });

/** A failed check is a failed part. */
async function passes(check: () => void | Promise<void>): Promise<number> {
  try {
    await check();
    return 0;
  } catch (error) {
    say(error instanceof Error ? `${error.message}` : String(error));
    return 1;
  }
}

function checkContent({ inside }: Image): void {
  const { stdout } = inside("du", "-sm", "/bankside");
  say(`On top of Node: ${stdout.trim()} MB`);
  assert.ok(Number.parseInt(stdout, 10) <= MOST_MEGABYTES);
  assert.equal(inside("id", "-u").stdout.trim(), "1000");
  assert.notEqual(inside("touch", "/bankside/x").status, 0, "the root file system is read-only");
  assert.equal(inside("touch", "/data/x").status, 0);
  const sbom = z
    .object({
      bomFormat: z.literal("CycloneDX"),
      components: z.array(z.object({ name: z.string() })),
    })
    .parse(JSON.parse(inside("cat", "sbom.cdx.json").stdout));
  assert.ok(sbom.components.some(({ name }) => name === "next"));
}

async function buy(image: Image, variables: Record<string, string>, url: string): Promise<void> {
  const web = image.start("web", { ...variables, MODE: "web" });
  const worker = image.start("worker", { ...variables, MODE: "worker" });
  try {
    await web.ready(`${url}/health/ready`);
    await pay(image, variables, url);
    assert.equal(image.command({ ...variables, MODE: "web" }, "health").status, 0);
  } finally {
    assert.deepEqual(await Promise.all([web.stop(), worker.stop()]), [0, 0], "exit codes");
  }
}

async function pay(image: Image, variables: Record<string, string>, url: string): Promise<void> {
  const created = image.command(variables, "account:create", "--name", "Image", "--json");
  const { keys } = accountSchema.parse(JSON.parse(created.stdout));
  const withKey = { "X-API-Key": keys.web };

  async function call<T>(schema: z.ZodType<T>, path: string, headers: object, body?: object) {
    const response = await fetch(`${url}/api${path}`, {
      method: body ? "POST" : "GET",
      headers: { "Content-Type": "application/json", ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.ok(response.ok, `${path}: ${response.status} ${text}`);
    return schema.parse(JSON.parse(text));
  }

  const iban = "NL91ABNA0417164300";
  const { token } = await call(tokenSchema, "/auth/verify-apikey", withKey, {
    iban,
    name: "Image",
  });
  const order = {
    ...{ amount: 1250, currency: "EUR", externalId: "order-1" },
    ...{ successUrl: "https://shop.example/thanks", failureUrl: "https://shop.example/sorry" },
  };
  const bearer = { Authorization: `Bearer ${token}` };
  const { id, redirectUrl } = await call(transactionSchema, "/transactions", bearer, order);
  const page = await fetch(redirectUrl);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /12\.50/);
  await call(z.unknown(), `/test/transactions/${id}/outcome`, withKey, { outcome: "approve" });
  const deadline = Date.now() + OUTCOME_MS;
  for (;;) {
    const { status } = await call(statusSchema, `/transactions/${id}`, withKey);
    if (status === "succeeded") return;
    assert.ok(Date.now() < deadline && status !== "failed", `the transaction is ${status}`);
    await sleep(500);
  }
}

const engine = findEngine();
if (engine === undefined) {
  say(
    "npm run test:image needs Docker or Podman, and neither works here. On Debian: apt-get install podman",
  );
  process.exit(1);
}
const postgres = await startPostgres();
const secrets = writeSecrets({
  app_secret: randomBytes(32).toString("hex"),
  database_url: await postgres.createDatabase("image"),
});
const port = await freePort();
const url = `http://localhost:${port}`;
const variables = {
  ...{ PUBLIC_URL: url, PORT: `${port}`, HOST: "127.0.0.1" },
  ...{ APP_SECRET_FILE: "/run/secrets/app_secret" },
  ...{ DATABASE_URL_FILE: "/run/secrets/database_url" },
};
const image = imageOf(engine, secrets);
const code = await runLane("npm run test:image", [
  { name: `build with ${engine}`, run: image.build },
  { name: "content", run: () => passes(() => checkContent(image)) },
  { name: "purchase", run: () => passes(() => buy(image, variables, url)) },
]);
rmSync(secrets, { recursive: true });
await postgres.stop();
process.exit(code);
