import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { after, before, describe, it, type TestContext } from "node:test";
import pg from "pg";
import { parseEnv } from "#lib/platform/configuration/env.ts";
import { isOutage } from "#lib/platform/failures/failures.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { openParts } from "#lib/services/parts.ts";
import { serverUrl, stopOwnServer } from "#lib/testing/database.ts";
import { createDatabase, dropDatabase } from "#lib/testing/postgres-server.ts";
import { TEMPLATE } from "#lib/testing/templates.ts";
import { openPatiently, withinPatience } from "./patience.ts";

it("a request waits briefly for an opening, then reports an outage", async () => {
  const { promise: opening, resolve } = Promise.withResolvers<string>();
  await assert.rejects(withinPatience(opening, 10), isOutage);
  resolve("open");
  assert.equal(await withinPatience(opening, 10), "open");
});

describe("opening the services of a process", () => {
  const name = `test_${randomBytes(8).toString("hex")}`;
  let database: string;

  before(async () => {
    database = await createDatabase(await serverUrl(), name, TEMPLATE);
  });
  after(async () => {
    await dropDatabase(await serverUrl(), name);
    await stopOwnServer();
  });

  /** A log before a retry throws and ends the waiting. */
  async function assertFails(url: string, expected: RegExp): Promise<void> {
    const variables = { DATABASE_URL: url, APP_SECRET: "07".repeat(32), LOG_LEVEL: "silent" };
    const logger = createLogger("error", {
      write(line) {
        throw new Error(line.trim());
      },
    });
    await assert.rejects(
      openPatiently(() => openParts(parseEnv(variables)), logger),
      ({ message }: Error) => expected.test(message) && !/\n|secret/.test(message),
    );
  }

  /** Rejects every connection with a PostgreSQL error. */
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

  it("fails with a remedy if database, role or right is missing", async (t) => {
    const missing = new URL(database);
    missing.pathname = "/nowhere";
    await assertFails(missing.href, /^The .* does not exist \(3D000\): create it/);

    const role = `role_${randomBytes(8).toString("hex")}`;
    const stranger = new URL(database);
    stranger.username = role;
    await assertFails(stranger.href, /^The .* refuses the login \(28000\)/);

    const admin = new pg.Client({ connectionString: database });
    await admin.connect();
    t.after(async () => {
      await admin.query(`drop role ${role}`);
      await admin.end();
    });
    await admin.query(`create role ${role} login`);
    await assertFails(stranger.href, /^The .* lacks rights in its database \(42501\)/);
  });

  it("fails with a remedy if a pooler or server refuses every connection", async (t) => {
    const pooler = await refuseAll(t, "08P01", "unsupported startup parameter: statement_timeout");
    await assertFails(
      pooler,
      /^A connection pooler refuses .* \(08P01\): set DATABASE_DIRECT_URL to the PostgreSQL server/,
    );
    const server = await refuseAll(t, "28P01", "password authentication failed for user ada");
    await assertFails(server, /^The .* refuses the login \(28P01\)/);
  });

  it("waits for a pooler whose server is down", async (t) => {
    const pooler = await refuseAll(t, "08P01", "pgbouncer cannot connect to server");
    await assertFails(pooler, /"the database can't be reached; trying again"/);
  });
});
