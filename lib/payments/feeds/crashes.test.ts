import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "node:test";
import { PGlite } from "@electric-sql/pglite";
import { eq } from "drizzle-orm";
import { receivedTransfers } from "#lib/payments/model/transfers.schema.ts";
import { QUIET_MS } from "#lib/payments/statement-folder/service.ts";
import { connectPglite } from "#lib/platform/db/pglite.ts";
import { createTestServices, makeMerchant, makeTransaction } from "#lib/testing/factories.ts";
import { isFull } from "#lib/testing/lane.ts";
import { crashWith, createCrash } from "#lib/testing/model/crash.ts";
import { startQonto } from "#lib/testing/qonto-simulator.ts";
import { makeStatement } from "#lib/testing/statements.ts";
import { loadPgliteTemplate } from "#lib/testing/templates.ts";

const IBAN = "NL91ABNA0417164300";
const ACTOR = "usr_01kagj1d6xf0bsn9t2v7y3m5qe";

// Before and after each statement and commit; the quick run takes some of them.
const EVERY = isFull ? 1 : 9;

it("money that a folder, an upload and a feed report counts once, wherever a process dies", async (t) => {
  const root = await mkdtemp(join(tmpdir(), "statements-"));
  t.after(() => rm(root, { recursive: true }));
  const client = await PGlite.create({ loadDataDir: await loadPgliteTemplate() });
  const crash = createCrash();
  crashWith(client, crash);
  const connection = connectPglite(client);
  t.after(() => connection.close());
  let now = () => new Date();
  const qonto = await startQonto({ now: () => now() });
  t.after(qonto.close);
  const variables = { STATEMENTS_DIR: root, FEED_SIMULATOR_URL: qonto.url };
  let test = createTestServices(connection, variables);
  const { clock } = test;
  now = clock.now;
  const { accountId, apiKey } = await makeMerchant(test.services);
  const owner = { accountId, mode: "test" as const };
  await test.services.accounts.setTakesTransfers(accountId, true, "operator");
  const credentials = { ...qonto.credentials, stagingToken: "", webhookSecret: "" };
  const feed = { provider: "qonto" as const, iban: IBAN, ...credentials };
  await test.services.feeds.add(owner, feed, ACTOR);
  const own = join(root, `${accountId}-test`);
  await mkdir(own);

  /** As a worker does, and a member beside it. */
  async function work(bytes: Buffer, turn: number): Promise<void> {
    const { feeds, statementFolder, transfers } = test.services;
    const tasks = [
      async () => Promise.all(await feeds.beginDue()),
      () => transfers.importFile(owner, { name: "upload.xml", bytes }, ACTOR),
      async () => {
        await statementFolder?.readDue();
        clock.advance({ ms: QUIET_MS });
        await statementFolder?.readDue();
      },
    ];
    // A member's request and the worker fail apart from each other.
    for (const [index] of tasks.entries()) {
      await tasks[(index + turn) % tasks.length]?.().catch(() => undefined);
    }
  }

  let rounds = 0;
  for (let point = 1, isCrashed = true; isCrashed; point += EVERY) {
    const { id, transferReference } = await makeTransaction(test.services, apiKey);
    const reference = transferReference ?? "";
    qonto.book({ iban: IBAN, reference });
    const give = (kind: "camt.053" | "camt.054") =>
      Buffer.from(makeStatement({ kind, entries: [{ reference, bankRef: `${kind}-${id}` }] }));
    await writeFile(join(own, `${id}.xml`), give("camt.054"));
    crash.arm(point);
    isCrashed = await crash.run(() => work(give("camt.053"), rounds));
    // Leases end, and so do the pauses after failures.
    clock.advance({ minutes: 60 });
    test = createTestServices(connection, variables, test);
    await work(give("camt.053"), rounds);
    const rows = await connection.db
      .select({ status: receivedTransfers.status })
      .from(receivedTransfers)
      .where(eq(receivedTransfers.transactionId, id));
    const transaction = await test.services.transactions.findById(id);
    assert.deepEqual([rows, transaction?.status], [[{ status: "paid" }], "succeeded"], `${point}`);
    assert.deepEqual((await readdir(own)).toSorted(), ["done"], `${point}`);
    rounds += 1;
  }
  assert.ok(rounds > 8, String(rounds));
});
