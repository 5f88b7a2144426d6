import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { after, before, describe, it } from "node:test";
import { z } from "zod";
import { systemClock } from "#lib/platform/clock/clock.ts";
import { connectPostgres } from "#lib/platform/db/client.ts";
import { createSharedJob } from "#lib/platform/jobs/shared-job.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { CHILD_ENVIRONMENT } from "#lib/testing/child-environment.ts";
import { serverUrl, stopOwnServer } from "#lib/testing/database.ts";
import { createDatabase, dropDatabase } from "#lib/testing/postgres-server.ts";
import { fail, TEMPLATE } from "#lib/testing/templates.ts";

const HOUR_MS = 3_600_000;

// A clock an hour ahead.
const AHEAD = `const right = Date.now.bind(Date); const Right = Date;
  globalThis.Date = class extends Right {
    constructor(...parts) { parts.length === 0 ? super(right() + ${HOUR_MS}) : super(...parts); }
    static now() { return right() + ${HOUR_MS}; }
  };`;

const JOB = `const steps = [{ name: "one", run: async () => 1 }];
  const name = "held"; const everyMs = ${HOUR_MS};`;

const PROGRAM = `
  import { openOwnServices } from "./lib/services/open-own.ts";
  import { connectPostgres } from "#lib/platform/db/client.ts";
  import { createSharedJob } from "#lib/platform/jobs/shared-job.ts";
  const { clock, logger, env, close } = await openOwnServices();
  const { db, close: disconnect } = connectPostgres(env.DATABASE_URL, () => {});
  ${JOB}
  const runWith = (used) =>
    createSharedJob({ name, db, clock: used, logger, everyMs, steps }).run(new AbortController().signal);
  const byOurs = await runWith(clock);
  const byMachine = await runWith({ now: () => new Date() });
  process.stderr.write(JSON.stringify({ now: clock.now().getTime(), machine: Date.now(), byOurs, byMachine }));
  await disconnect();
  await close();`;

const report = z.object({
  now: z.number(),
  machine: z.number(),
  byOurs: z.number(),
  byMachine: z.number(),
});

describe("a process on a machine whose clock is an hour ahead", () => {
  const name = `test_${randomBytes(8).toString("hex")}`;
  let url = "";
  before(async () => {
    url = await createDatabase(await serverUrl(), name, TEMPLATE);
  });
  after(async () => {
    await dropDatabase(await serverUrl(), name);
    await stopOwnServer();
  });

  it("uses the database's time, takes no other lease, and warns about its clock", async () => {
    const { db, close } = connectPostgres(url, fail);
    const started = Promise.withResolvers<void>();
    const held = Promise.withResolvers<number>();
    const run = () => {
      started.resolve();
      return held.promise;
    };
    const job = createSharedJob({
      name: "held",
      db,
      clock: systemClock,
      logger: createLogger("silent"),
      everyMs: HOUR_MS,
      steps: [{ name: "one", run }],
    });
    const holding = job.run(new AbortController().signal);
    await started.promise;

    const preload = `data:text/javascript,${encodeURIComponent(AHEAD)}`;
    const child = spawn(
      process.execPath,
      ["--import", preload, "--input-type=module", "--eval", PROGRAM],
      { env: { ...CHILD_ENVIRONMENT, DATABASE_URL: url, APP_SECRET: "07".repeat(32) } },
    );
    const told = { stdout: "", stderr: "" };
    child.stdout.on("data", (chunk) => {
      told.stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      told.stderr += chunk;
    });
    assert.deepEqual(await once(child, "close"), [0, null], told.stderr);
    held.resolve(1);
    await holding;
    await close();

    const { now, machine, byOurs, byMachine } = report.parse(JSON.parse(told.stderr));
    assert.ok(Math.abs(machine - now - HOUR_MS) < 1_000, `${machine - now}`);
    assert.equal(byOurs, 0, "the lease is held");
    assert.equal(byMachine, 1, "by its own clock it would have taken the lease");
    assert.match(told.stdout, /"alert":"clock_drift"/);
  });
});
