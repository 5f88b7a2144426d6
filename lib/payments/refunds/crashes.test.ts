import assert from "node:assert/strict";
import { it } from "node:test";
import { PGlite } from "@electric-sql/pglite";
import { eq, gte } from "drizzle-orm";
import { refundFiles, refunds } from "#lib/payments/model/refunds.schema.ts";
import { connectPglite } from "#lib/platform/db/pglite.ts";
import { createTestServices, makeMerchant, makeTransaction } from "#lib/testing/factories.ts";
import { isFull } from "#lib/testing/lane.ts";
import { crashWith, createCrash } from "#lib/testing/model/crash.ts";
import { makeStatement, withEndToEndId } from "#lib/testing/statements.ts";
import { loadPgliteTemplate } from "#lib/testing/templates.ts";
import { refundEndToEndId } from "./refund.ts";

const MEMBER = "usr_01kagj1d6xf0bsn9t2v7y3m5qe";
const PAYER = { iban: "DE89370400440532013000", name: "Ada Payer" };

// Before and after each statement and commit; the quick run takes some of them.
const EVERY = isFull ? 1 : 23;

it("refunds are created, sent and ended once, wherever a process dies", async (t) => {
  const client = await PGlite.create({ loadDataDir: await loadPgliteTemplate() });
  const crash = createCrash();
  crashWith(client, crash);
  const connection = connectPglite(client);
  t.after(() => connection.close());
  const { db } = connection;
  let test = createTestServices(connection);
  const { accountId, apiKey } = await makeMerchant(test.services);
  const owner = { accountId, mode: "test" as const };
  await test.services.accounts.setTakesTransfers(accountId, true, "operator");

  const give = (...entries: Parameters<typeof makeStatement>[0]["entries"]) => {
    const file = { name: "november.xml", bytes: Buffer.from(makeStatement({ entries })) };
    return test.services.transfers.importFile(owner, file, MEMBER);
  };

  /** As a shop's server and a member do who repeat what got no response. */
  async function work(transactionId: string): Promise<void> {
    const { refunds: service } = test.services;
    const orders = [
      { amount: 700, key: transactionId },
      { amount: 550, externalId: transactionId },
    ];
    for (const { key, ...rest } of orders) {
      const { refund } = await service.create({
        ...owner,
        input: { transactionId, ...rest },
        actor: MEMBER,
        idempotencyKey: key,
      });
      const own = { accountId, id: refund.id };
      if (refund.status === "awaiting_account") await service.enterAccount(own, PAYER, MEMBER);
    }
    await service.createFile(owner, MEMBER).catch(() => undefined);
    const [one, other] = await service.list({ ...owner, transactionId, limit: 10 });
    if (!one || !other) throw new Error("a refund is missing");
    const details = [withEndToEndId(refundEndToEndId(one.id))];
    const amount = (one.amount / 100).toFixed(2);
    await give({ direction: "DBIT", amount, bankRef: one.id, details });
    if (other.status !== "failed") {
      await service.markFailed({ accountId, id: other.id }, "returned", MEMBER);
    }
  }

  const { clock } = test;
  let rounds = 0;
  for (let point = 1, isCrashed = true; isCrashed; point += EVERY) {
    // An account may import 60 files an hour, and a round up to three.
    clock.advance({ minutes: 3 });
    const startedAt = clock.now();
    const { id, transferReference } = await makeTransaction(test.services, apiKey);
    await give({ reference: transferReference ?? "", bankRef: id });
    crash.arm(point);
    isCrashed = await crash.run(() => work(id).catch(() => undefined));
    test = createTestServices(connection, {}, test);
    await work(id);
    const rows = await db.select().from(refunds).where(eq(refunds.transactionId, id));
    const states = rows.map(({ amount, status }) => `${amount} ${status}`).sort();
    assert.deepEqual(states, ["550 succeeded", "700 failed"], `${point}`);
    const transaction = await test.services.transactions.findById(id);
    assert.deepEqual([transaction?.refundedAmount, transaction?.refundCount], [550, 1], `${point}`);
    const files = await db.select().from(refundFiles).where(gte(refundFiles.createdAt, startedAt));
    const contents = await Promise.all(
      files.map((file) => test.services.refunds.readFile({ accountId, id: file.id }, MEMBER)),
    );
    for (const row of rows) {
      const sent = contents.filter(({ content }) => content.includes(refundEndToEndId(row.id)));
      assert.deepEqual(
        sent.map(({ file }) => file.id),
        [row.fileId],
        `${point}`,
      );
    }
    rounds += 1;
  }
  assert.ok(rounds > 4, String(rounds));
});
