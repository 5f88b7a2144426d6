import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { createInterface } from "node:readline";
import { after, before, describe, it, type TestContext } from "node:test";
import pg from "pg";
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

  /** A server that lets nobody in: it ends every connection with an error of PostgreSQL. */
  async function refuseAll(t: TestContext, code: string, message: string): Promise<string> {
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => {
        const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`);
        const head = Buffer.from("E\0\0\0\0");
        head.writeInt32BE(4 + fields.length, 1);
        socket.end(Buffer.concat([head, fields]));
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    t.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    return `postgres://ada:secret@127.0.0.1:${port}/shop`;
  }

  async function assertEnds(url: string, remedy: RegExp): Promise<void> {
    const { child, exited, errors } = run({ DATABASE_URL: url, APP_SECRET: "07".repeat(32) });
    let output = "";
    for await (const line of createInterface({ input: child.stdout })) {
      output += line;
      if (line.includes("trying again")) child.kill("SIGKILL");
    }
    assert.deepEqual(await exited, [1, null], output);
    assert.match(errors().trim(), remedy);
    assert.doesNotMatch(errors().trim(), /\n|secret/, "one sentence");
  }

  it("ends with what to do where there is no such database, role or right", async (t) => {
    const missing = new URL(database);
    missing.pathname = "/nowhere";
    await assertEnds(missing.href, /does not exist \(3D000\): create it/);

    const role = `role_${randomBytes(8).toString("hex")}`;
    const stranger = new URL(database);
    stranger.username = role;
    await assertEnds(stranger.href, /refuses the login \(28000\)/);

    const admin = new pg.Client({ connectionString: database });
    await admin.connect();
    t.after(async () => {
      await admin.query(`drop role ${role}`);
      await admin.end();
    });
    await admin.query(`create role ${role} login`);
    await assertEnds(stranger.href, /lacks rights in its database \(42501\)/);
  });

  it("ends with what to do where a pooler or a server refuses every connection", async (t) => {
    const pooler = await refuseAll(t, "08P01", "unsupported startup parameter: statement_timeout");
    await assertEnds(pooler, /connection pooler .* \(08P01\): name the PostgreSQL server itself/);
    const server = await refuseAll(t, "28P01", "password authentication failed for user ada");
    await assertEnds(server, /refuses the login \(28P01\)/);
  });

  it("waits for a pooler whose server is away", async (t) => {
    const pooler = await refuseAll(t, "08P01", "pgbouncer cannot connect to server");
    const { child, exited, errors } = run({
      DATABASE_URL: pooler,
      APP_SECRET: "07".repeat(32),
    });
    const lines = createInterface({ input: child.stdout });
    for await (const line of lines) if (line.includes("trying again")) break;
    child.kill("SIGTERM");
    assert.deepEqual(await exited, [0, null], errors());
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
