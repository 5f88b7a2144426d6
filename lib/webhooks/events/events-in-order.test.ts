import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { type Connection, connectPostgres } from "#lib/platform/db/client.ts";
import type { Services } from "#lib/services/create.ts";
import { serverUrl, stopOwnServer } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant, makeTransaction } from "#lib/testing/factories.ts";
import { createFakeClock } from "#lib/testing/fake-clock.ts";
import { isFull } from "#lib/testing/lane.ts";
import { createDatabase, dropDatabase } from "#lib/testing/postgres-server.ts";
import { createScriptedBank } from "#lib/testing/scripted-bank.ts";
import { fail, TEMPLATE } from "#lib/testing/templates.ts";
import { until } from "#lib/testing/until.ts";

const PAYMENTS = isFull ? 2_000 : 200;
const AT_ONCE = 16;
const PAGE = 20;
const PAUSE_MS = 3;

describe("the events of two processes whose clocks differ", () => {
  const name = `test_${randomBytes(8).toString("hex")}`;
  const connections: Connection[] = [];
  const processes: Services[] = [];

  before(async () => {
    const url = await createDatabase(await serverUrl(), name, TEMPLATE);
    for (const start of ["2026-01-15T12:00:00.000Z", "2026-01-15T11:59:50.000Z"]) {
      const connection = connectPostgres(url, fail);
      const world = { clock: createFakeClock(new Date(start)), bank: createScriptedBank() };
      connections.push(connection);
      processes.push(createTestServices(connection, {}, world).services);
    }
  });
  after(async () => {
    for (const services of processes) await services.close();
    await dropDatabase(await serverUrl(), name);
    await stopOwnServer();
  });

  const of = (index: number): Services => processes[index % 2] ?? assert.fail();

  async function makePayments(count: number) {
    const { apiKey } = await makeMerchant(of(0));
    const ids: string[] = [];
    for (let at = 0; at < count; at++) ids.push((await makeTransaction(of(at), apiKey)).id);
    return { apiKey, ids };
  }

  /** As docs/webhooks.md says: from the newest event until one whose id is not greater than the newest known one. */
  function createReader({ accountId, mode }: ApiKey) {
    const seen: string[] = [];
    let newest = "";
    return {
      seen,
      async catchUp(): Promise<void> {
        const found: string[] = [];
        for (let before: string | undefined; ; before = found.at(-1)) {
          const filter = { accountId, mode, limit: PAGE, before };
          const page = (await of(0).webhooks.listEvents(filter)).map(({ id }) => id);
          const unknown = page.filter((id) => id > newest);
          found.push(...unknown);
          if (unknown.length < PAGE) break;
        }
        seen.push(...found);
        newest = found[0] ?? newest;
      },
    };
  }

  it("are all seen by a reader that follows the documentation", async () => {
    const { apiKey, ids } = await makePayments(PAYMENTS);
    const reader = createReader(apiKey);
    let isOver = false;
    let reads = 0;
    const reading = (async () => {
      while (!isOver) {
        await reader.catchUp();
        reads++;
        await sleep(PAUSE_MS);
      }
    })();
    const left = ids.entries();
    const end = async () => {
      for (const [at, id] of left) await of(at).transactions.cancel(apiKey, id);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, end));
    isOver = true;
    await reading;
    await reader.catchUp();
    const missed = PAYMENTS - new Set(reader.seen).size;
    assert.equal(missed, 0, `missed ${missed} of ${PAYMENTS} in ${reads} reads`);
    assert.equal(reader.seen.length, PAYMENTS, "each once");
  });

  it("wait for each other, so that none appears behind one that was shown", async () => {
    const { apiKey, ids } = await makePayments(2);
    const [first = "", second = ""] = ids;
    const reader = createReader(apiKey);
    const db = connections[0]?.db ?? assert.fail();
    const transaction = await of(0).transactions.get(apiKey, first);
    const commit = Promise.withResolvers<void>();
    const recorded = Promise.withResolvers<void>();
    const open = db.transaction(async (tx) => {
      await of(0).webhooks.recordStatus(tx, { ...transaction, status: "failed" });
      recorded.resolve();
      await commit.promise;
    });
    await recorded.promise;
    let isDone = false;
    const other = of(1)
      .transactions.cancel(apiKey, second)
      .then(() => {
        isDone = true;
      });
    try {
      await until(async () => isDone || (await waitsForLock()));
      await reader.catchUp();
      assert.deepEqual(reader.seen, []);
    } finally {
      commit.resolve();
    }
    await Promise.all([open, other]);
    await reader.catchUp();
    assert.equal(reader.seen.length, 2);
  });

  async function waitsForLock(): Promise<boolean> {
    const rows = await connections[1]?.db
      .select({ pid: sql`pid` })
      .from(sql`pg_stat_activity`)
      .where(sql`datname = current_database() and wait_event_type = 'Lock'`);
    return (rows ?? []).length > 0;
  }
});
