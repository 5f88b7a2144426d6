import assert from "node:assert/strict";
import { it } from "node:test";
import { eq, inArray } from "drizzle-orm";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import { payerCodes, payerDevices, payerSessions } from "#lib/payments/model/payers.schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Connection } from "#lib/platform/db/client.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { createSharedJob } from "#lib/platform/jobs/shared-job.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { onBothDatabases, onDatabase } from "#lib/testing/database.ts";
import { makeMerchant } from "#lib/testing/factories.ts";
import { createTestPayers } from "#lib/testing/payers.ts";
import { storePayments } from "#lib/testing/payments.ts";
import { attemptRow } from "#lib/testing/rows.ts";
import { rowsReadBy } from "#lib/testing/rows-read.ts";
import { createPayerPurges } from "./service.ts";

const DAY = 24 * 60;
// Enough that the planner reads an index for a few.
const ROWS = 1_500;

async function setUp(connection: Connection) {
  const test = createTestPayers(connection);
  return { ...test, apiKey: (await makeMerchant(test.services)).apiKey };
}

type Kind = "pending" | "idle" | "tried";

/** One session for each payment. */
async function storeSessions(
  db: Database,
  { apiKey, clock }: { apiKey: ApiKey; clock: Clock },
  kinds: readonly Kind[],
) {
  const createdAt = clock.now();
  const ids = kinds.map(() => newId("psn")).sort();
  const stored = await storePayments(
    db,
    apiKey,
    kinds.map((kind) => ({
      transaction: { createdAt, status: kind === "pending" ? "pending" : "succeeded" },
    })),
  );
  const sessions = stored.map(({ transaction }, index) => {
    const kind = kinds[index] ?? "idle";
    return { id: ids[index] ?? "", kind, transactionId: transaction.id, createdAt };
  });
  await db.insert(payerSessions).values(sessions);
  const tried = sessions.filter(({ kind }) => kind === "tried");
  const attempts = tried.map(({ id, transactionId }) =>
    attemptRow({ transactionId, payerSessionId: id }),
  );
  if (attempts.length > 0) await db.insert(paymentAttempts).values(attempts);
  return sessions;
}

onBothDatabases("the sessions of payers", (database, connection) => {
  it("are read in parts, and deleted without an attempt once their payment has ended", async () => {
    const test = await setUp(connection());
    const purges = createPayerPurges({ db: database(), clock: test.clock });
    const part = ["idle", "tried", "pending", "tried", "idle"] as const;
    const stored = await storeSessions(database(), test, [...part, ...part, ...part]);
    const left = async () => {
      const rows = await database().select({ id: payerSessions.id }).from(payerSessions);
      const isLeft = ({ id }: { id: string }) => rows.some((row) => row.id === id);
      return stored.filter(isLeft).map(({ kind }) => kind);
    };
    const run = () => purges["payer-sessions"](2);
    test.clock.advance({ minutes: 2 * DAY });
    assert.equal(await run(), 0);
    test.clock.advance({ ms: 1 });
    assert.equal(await run(), 6);
    const kept = ["tried", "pending", "tried"];
    assert.deepEqual(await left(), [...kept, ...kept, ...kept]);
    for (const { kind, transactionId } of stored) {
      if (kind === "pending") await test.services.attempts.endUnpaid(transactionId, "cancelled");
    }
    assert.equal(await run(), 0);
    test.clock.advance({ minutes: DAY, ms: 1 });
    assert.equal(await run(), 3);
    assert.deepEqual(await left(), Array(6).fill("tried"));
  });
});

onDatabase("the hourly purge of payers", (database, connection) => {
  it("never reads again a session that stays", async () => {
    const test = await setUp(connection());
    await storeSessions(database(), test, Array(ROWS).fill("tried"));
    await database().execute("analyze");
    test.clock.advance({ minutes: 3 * DAY });
    await database().transaction(async (tx) => {
      const purges = createPayerPurges({ db: tx, clock: test.clock });
      const run = () => rowsReadBy(tx, () => purges["payer-sessions"](100));
      assert.ok((await run()) >= ROWS);
      await storeSessions(tx, test, ["idle"]);
      test.clock.advance({ minutes: 3 * DAY });
      const read = await run();
      assert.ok(read < ROWS / 10, `${read} rows`);
    });
    assert.equal(await database().$count(payerSessions), ROWS);
  });

  it("continues after a step that fails", async () => {
    const test = createTestPayers(connection());
    const deviceId = await test.rememberDevice("eve@shop.example");
    test.clock.advance({ minutes: 181 * DAY });
    const failing = new Proxy(database(), {
      get(db, name) {
        if (name !== "delete") return Reflect.get(db, name);
        return (table: unknown) => {
          if (table === payerCodes) throw new Error("canceling statement due to statement timeout");
          return db.delete(table as typeof payerDevices);
        };
      },
    }) as Database;
    const { clock } = test;
    const job = createSharedJob({
      name: "purge-of-payers",
      db: database(),
      clock,
      logger: createLogger("silent"),
      everyMs: 3_600_000,
      steps: Object.entries(createPayerPurges({ db: failing, clock })).map(([name, run]) => ({
        name,
        run: () => run(),
      })),
    });
    await job.run(new AbortController().signal);
    const left = await database().$count(payerDevices, eq(payerDevices.id, deviceId));
    assert.equal(left, 0);
  });

  it("deletes all payer data of ended payments, in parts", async () => {
    const test = await setUp(connection());
    const sessions = await storeSessions(database(), test, Array(5).fill("tried"));
    const own = {
      sessions: inArray(
        payerSessions.id,
        sessions.map(({ id }) => id),
      ),
      payments: inArray(
        transactions.id,
        sessions.map(({ transactionId }) => transactionId),
      ),
    };
    await database().update(payerSessions).set({ sealedDetails: "sealed" }).where(own.sessions);
    await database().update(transactions).set({ sealedPayer: "sealed" }).where(own.payments);
    test.clock.advance({ minutes: DAY, ms: 1 });
    const purges = createPayerPurges({ db: database(), clock: test.clock });
    assert.ok((await purges["payer-details"](2)) >= sessions.length);
    const isLeft = [
      eq(payerSessions.sealedDetails, "sealed"),
      eq(transactions.sealedPayer, "sealed"),
    ];
    assert.equal(await database().$count(payerSessions, isLeft[0]), 0);
    assert.equal(await database().$count(transactions, isLeft[1]), 0);
  });
});
