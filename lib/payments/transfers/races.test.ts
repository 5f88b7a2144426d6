import assert from "node:assert/strict";
import { before, it } from "node:test";
import { and, eq, sql } from "drizzle-orm";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { receivedTransfers } from "#lib/payments/model/transfers.schema.ts";
import type { WholeTransaction } from "#lib/payments/transactions/transaction.ts";
import { lockName } from "#lib/platform/db/name-lock.ts";
import { createCreditorReference } from "#lib/platform/values/creditor-reference.ts";
import { onDatabase } from "#lib/testing/database.ts";
import {
  createTestServices,
  makeMerchant,
  makeTransaction,
  startAttempt,
} from "#lib/testing/factories.ts";
import { type MadeEntry, type MadeStatement, makeStatement } from "#lib/testing/statements.ts";
import { until } from "#lib/testing/until.ts";
import { events } from "#lib/webhooks/model/schema.ts";

const ACTOR = "usr_01kagj1d6xf0bsn9t2v7y3m5qe";

onDatabase("transfers in parallel with everything else", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let apiKey: ApiKey;

  before(async () => {
    test = createTestServices(connection());
    ({ apiKey } = await makeMerchant(test.services));
    await test.services.accounts.setTakesTransfers(apiKey.accountId, true, "operator");
  });

  const makeOrder = (amount = 1250) => makeTransaction(test.services, apiKey, { amount });
  const fresh = (amount?: number) => {
    test = createTestServices(connection());
    return makeOrder(amount);
  };
  const read = (id: string) => test.services.transactions.get(apiKey, id);
  const refresh = (id: string) => test.services.attempts.refreshLatest(id);
  const owner = () => ({ accountId: apiKey.accountId, mode: apiKey.mode });
  let files = 0;
  const fileOf = (
    { transferReference }: WholeTransaction,
    more: MadeEntry = {},
    kind: MadeStatement["kind"] = "camt.053",
  ) => {
    const reference = transferReference ?? "";
    const entries = [{ reference, bankRef: `R${++files}`, ...more }];
    return { name: "day.xml", bytes: Buffer.from(makeStatement({ kind, entries })) };
  };
  const give = (file: ReturnType<typeof fileOf>) =>
    test.services.transfers.importFile(owner(), file, ACTOR);
  const rowsOf = ({ id }: WholeTransaction) =>
    database().select().from(receivedTransfers).where(eq(receivedTransfers.transactionId, id));
  const statusesOf = async (transaction: WholeTransaction) =>
    (await rowsOf(transaction)).map(({ status }) => status).sort();
  const countEvents = async ({ id }: WholeTransaction) =>
    (
      await database()
        .select()
        .from(events)
        .where(and(eq(events.transactionId, id)))
    ).length;

  it("pay once, for any number of files with the same money", async () => {
    const transaction = await fresh();
    const one = fileOf(transaction, { bankRef: "SAME" });
    const sameEntry = { ...one, bytes: Buffer.concat([one.bytes, Buffer.from("\n")]) };
    await Promise.all([give(one), give(sameEntry), give(one), give(sameEntry)]);
    assert.deepEqual(await statusesOf(transaction), ["paid"]);
    assert.equal(await countEvents(transaction), 1);
  });

  it("pay once when two real transfers and a member's mark arrive at once", async () => {
    const transaction = await fresh();
    const { id } = transaction;
    const mark = test.services.transfers.markReceived(
      apiKey.accountId,
      { id, amountText: "12.50" },
      ACTOR,
    );
    await Promise.all([give(fileOf(transaction)), give(fileOf(transaction)), mark]);
    assert.deepEqual(await statusesOf(transaction), ["already_paid", "paid"]);
    assert.equal(await countEvents(transaction), 1);
  });

  it("pay, and the bank cancels the payer's open attempt", async () => {
    const transaction = await fresh();
    await startAttempt(test.services, transaction);
    await give(fileOf(transaction));
    assert.equal(test.bank.payments()[0]?.state, "cancelled");
    assert.equal((await read(transaction.id)).status, "succeeded");
    assert.deepEqual(await statusesOf(transaction), ["paid"]);
  });

  it("pay even if the cancelled attempt was the payer's last", async () => {
    const transaction = await fresh();
    for (let attempts = 0; attempts < 4; attempts++) {
      await startAttempt(test.services, transaction);
      test.bank.decide("declined");
      await refresh(transaction.id);
    }
    await startAttempt(test.services, transaction);
    await give(fileOf(transaction));
    assert.equal((await read(transaction.id)).status, "succeeded");
  });

  it("wait for a bank with an approval, and must be sent back if it pays", async () => {
    const transaction = await fresh();
    await startAttempt(test.services, transaction);
    test.bank.decide("processing");
    await refresh(transaction.id);
    const file = fileOf(transaction);
    await give(file);
    assert.equal(test.bank.calls.cancel, 0);
    assert.deepEqual(await statusesOf(transaction), ["being_paid"]);
    test.bank.decide("succeeded");
    await refresh(transaction.id);
    assert.deepEqual(await statusesOf(transaction), ["already_paid"]);
    assert.equal(await countEvents(transaction), 1);
  });

  it("pay at once when a bank declines after its approval", async () => {
    const transaction = await fresh();
    await startAttempt(test.services, transaction);
    test.bank.decide("processing");
    await refresh(transaction.id);
    await give(fileOf(transaction));
    test.bank.decide("declined");
    await refresh(transaction.id);
    assert.equal((await read(transaction.id)).status, "succeeded");
    assert.deepEqual(await statusesOf(transaction), ["paid"]);
    assert.equal(await countEvents(transaction), 1);
  });

  it("pay a transaction that a member was cancelling, since the bank cancelled after the money came", async () => {
    const transaction = await fresh();
    await startAttempt(test.services, transaction);
    test.bank.keepsOpen(true);
    await give(fileOf(transaction));
    assert.deepEqual(await statusesOf(transaction), ["being_paid"]);
    test.bank.keepsOpen(false);
    const cancelling = test.services.transactions.cancel(apiKey, transaction.id);
    await assert.rejects(cancelling, { code: "transaction_final" });
    assert.equal((await read(transaction.id)).status, "succeeded");
  });

  it("are booked by the same file after a failure during the bank's cancellation", async () => {
    const transaction = await fresh();
    await startAttempt(test.services, transaction);
    const file = fileOf(transaction);
    test.bank.whileCancelling(async () => {
      throw new Error("the process ends here");
    });
    await give(file);
    assert.deepEqual(await statusesOf(transaction), ["being_paid"]);
    test.bank.whileCancelling(async () => undefined);
    await give(file);
    assert.equal((await read(transaction.id)).status, "succeeded");
    assert.deepEqual(await statusesOf(transaction), ["paid"]);
  });

  it("are retried by a member, and by the next file", async () => {
    const [one, other] = [await fresh(), await fresh()];
    for (const each of [one, other]) {
      await startAttempt(test.services, each);
      test.bank.setDown(true);
      await give(fileOf(each));
      assert.deepEqual(await statusesOf(each), ["being_paid"]);
      test.bank.setDown(false);
    }
    const [waiting] = await rowsOf(one);
    const { transfers } = test.services;
    assert.equal(await transfers.tryAgain(apiKey.accountId, waiting?.id ?? "", ACTOR), "paid");
    await assert.rejects(transfers.tryAgain("acct_other", waiting?.id ?? "", ACTOR), {
      code: "not_found",
    });
    await give(fileOf(await makeTransaction(test.services, apiKey)));
    assert.equal((await read(other.id)).status, "succeeded");
  });

  it("are all booked before a bank is called, once per payment", async () => {
    const held = await fresh();
    await startAttempt(test.services, held);
    const free = await makeTransaction(test.services, apiKey);
    const statuses: string[] = [];
    test.bank.whileCancelling(async () => {
      statuses.push((await read(free.id)).status);
      throw new Error("the bank is broken");
    });
    const entries = [held, held, free].map(({ transferReference }) => ({
      reference: transferReference ?? "",
      bankRef: `A${++files}`,
    }));
    await give({ name: "day.xml", bytes: Buffer.from(makeStatement({ entries })) });
    assert.deepEqual(statuses, ["succeeded"]);
    assert.deepEqual(await statusesOf(held), ["being_paid", "being_paid"]);
    test.bank.whileCancelling(async () => undefined);
    await give(fileOf(await makeTransaction(test.services, apiKey)));
    assert.deepEqual(await statusesOf(held), ["already_paid", "paid"]);
  });

  it("that wait are skipped once the time is up, and retried by the next file", async () => {
    const [slow, next] = [await fresh(), await makeTransaction(test.services, apiKey)];
    for (const each of [slow, next]) await startAttempt(test.services, each);
    test.bank.whileCancelling(async () => {
      test.clock.advance({ minutes: 1 });
    });
    const entries = [slow, next].map(({ transferReference }) => ({
      reference: transferReference ?? "",
      bankRef: `T${++files}`,
    }));
    const file = { name: "day.xml", bytes: Buffer.from(makeStatement({ entries })) };
    await give(file);
    assert.deepEqual(await statusesOf(slow), ["paid"]);
    assert.deepEqual(await statusesOf(next), ["being_paid"]);
    await give(file);
    assert.deepEqual(await statusesOf(next), ["paid"]);
  });

  it("have one winner when the payer reports one and the payment expires", async () => {
    for (let round = 0; round < 10; round++) {
      const transaction = await fresh();
      test.clock.advance({ minutes: 31 });
      const reported = test.services.transfers.reportSent(transaction.reference).then(
        () => "processing",
        () => "failed",
      );
      const [status] = await Promise.all([reported, test.services.transactions.expireDue(1000)]);
      assert.equal((await read(transaction.id)).status, status);
    }
  });

  it("have one winner when the payer reports one and starts at a bank", async () => {
    for (let round = 0; round < 10; round++) {
      const transaction = await fresh();
      const results = await Promise.allSettled([
        test.services.transfers.reportSent(transaction.reference),
        startAttempt(test.services, transaction),
      ]);
      const won = results.filter(({ status }) => status === "fulfilled");
      assert.equal(won.length, 1);
    }
  });

  it("refuse a member's order while a statement gives the same money to another one", async (t) => {
    if (!connection().pool) return t.skip("an embedded database has one session");
    const amount = "17.77";
    const [named, chosen] = [await fresh(1777), await makeOrder(1777)];
    await give(fileOf(named, { amount, reference: createCreditorReference() }, "camt.054"));
    const { transfers } = await test.services.transfers.unresolved(owner());
    const { id = "" } = transfers.find(({ status }) => status === "unknown_reference") ?? {};
    const locked = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    // Both need it for their event, after all they read.
    const events = database().transaction(async (tx) => {
      await lockName(tx, `events:${apiKey.accountId}:${apiKey.mode}`);
      locked.resolve();
      await commit.promise;
    });
    await locked.promise;
    const stated = give(fileOf(named, { amount }));
    await until(async () => (await countWaiting()) === 1);
    const wanted = { id, transactionId: chosen.id };
    const assigned = test.services.transfers.assign(apiKey.accountId, wanted, ACTOR);
    await until(async () => (await countWaiting()) === 2).finally(commit.resolve);
    await assert.rejects(assigned, { code: "transfer_counted" });
    await Promise.all([stated, events]);
    assert.equal((await read(named.id)).status, "succeeded");
    assert.equal((await read(chosen.id)).status, "pending");
  });

  async function countWaiting(): Promise<number> {
    const waiting = await database()
      .select({ pid: sql`pid` })
      .from(sql`pg_stat_activity`)
      .where(sql`datname = current_database() and wait_event = 'advisory'`);
    return waiting.length;
  }
});
