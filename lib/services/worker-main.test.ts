import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { after, before, describe, it } from "node:test";
import { CHILD_ENVIRONMENT } from "#lib/testing/child-environment.ts";
import { serverUrl, stopOwnServer } from "#lib/testing/database.ts";
import { createDatabase, dropDatabase } from "#lib/testing/postgres-server.ts";
import { TEMPLATE } from "#lib/testing/templates.ts";

const SECRET = "07".repeat(32);
const MAIN = new URL("worker-main.ts", import.meta.url).pathname;

function run(variables: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...CHILD_ENVIRONMENT, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  return { child, exited: once(child, "exit"), errors: () => errors };
}

describe("npm run worker", { concurrency: 3 }, () => {
  const name = `test_${randomBytes(8).toString("hex")}`;
  let database = "";

  before(async () => {
    database = await createDatabase(await serverUrl(), name, TEMPLATE);
  });
  after(async () => {
    await dropDatabase(await serverUrl(), name);
    await stopOwnServer();
  });

  it("requires DATABASE_URL", async () => {
    const { exited, errors } = run({});
    assert.deepEqual(await exited, [1, null]);
    assert.match(errors(), /needs DATABASE_URL/);
    assert.doesNotMatch(errors(), /\n\s+at /, "one sentence, no stack");
  });

  it("ends with a remedy if its database refuses permanently", async () => {
    const missing = new URL(database);
    missing.pathname = "/nowhere";
    const { child, exited, errors } = run({ DATABASE_URL: missing.href, APP_SECRET: SECRET });
    let output = "";
    for await (const line of createInterface({ input: child.stdout })) {
      output += line;
      if (line.includes("trying again")) child.kill("SIGKILL");
    }
    assert.deepEqual(await exited, [1, null], output);
    assert.match(errors(), /^[^\n]* does not exist \(3D000\): create it[^\n]*\n$/, "one sentence");
  });

  it("waits for an unreachable database, and ends cleanly at SIGTERM", async () => {
    const away = "postgres://postgres@127.0.0.1:1/none";
    const { child, exited, errors } = run({ DATABASE_URL: away, APP_SECRET: SECRET });
    const lines = createInterface({ input: child.stdout });
    for await (const line of lines) if (line.includes("trying again")) break;
    child.kill("SIGTERM");
    assert.deepEqual(await exited, [0, null], errors());
  });

  it("ends cleanly at SIGINT, also with further signals", async () => {
    const { child, exited, errors } = run({ DATABASE_URL: database, APP_SECRET: SECRET });
    const lines = createInterface({ input: child.stdout });
    for await (const line of lines) if (line.includes("the worker runs")) break;
    for (const signal of ["SIGINT", "SIGHUP", "SIGTERM", "SIGINT"] as const) child.kill(signal);
    assert.deepEqual(await exited, [0, null], errors());
    assert.equal(errors(), "");
  });
});
