import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { after, before, describe, it } from "node:test";
import { serverUrl, stopOwnServer } from "#lib/testing/database.ts";
import { createDatabase, dropDatabase } from "#lib/testing/postgres-server.ts";
import { TEMPLATE } from "#lib/testing/templates.ts";

const MAIN = new URL("main.ts", import.meta.url).pathname;

function run(variables: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], {
    env: { NODE_ENV: "test", ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  return { child, exited: once(child, "exit"), errors: () => errors };
}

describe("npm run worker", () => {
  const name = `test_${randomBytes(8).toString("hex")}`;
  let database = "";

  before(async () => {
    database = await createDatabase(await serverUrl(), name, TEMPLATE);
  });
  after(async () => {
    await dropDatabase(await serverUrl(), name);
    await stopOwnServer();
  });

  it("says that it needs DATABASE_URL", async () => {
    const { exited, errors } = run({});
    assert.deepEqual(await exited, [1, null]);
    assert.match(errors(), /needs DATABASE_URL/);
    assert.doesNotMatch(errors(), /\n\s+at /, "one sentence, no stack");
  });

  it("names a wrong variable", async () => {
    const { exited, errors } = run({ DATABASE_URL: database });
    assert.deepEqual(await exited, [1, null]);
    assert.match(errors(), /APP_SECRET: is required/);
  });

  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    it(`ends in good order at ${signal}`, async () => {
      const { child, exited, errors } = run({
        DATABASE_URL: database,
        APP_SECRET: "07".repeat(32),
      });
      const lines = createInterface({ input: child.stdout });
      for await (const line of lines) if (line.includes("the worker runs")) break;
      child.kill(signal);
      child.kill(signal);
      assert.deepEqual(await exited, [0, null], errors());
      assert.equal(errors(), "");
    });
  }
});
