import assert from "node:assert/strict";
import { before, it } from "node:test";
import { timelineOf } from "#lib/console/payment-history/history/timeline.ts";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { onDatabase } from "#lib/testing/database.ts";
import {
  createTestServices,
  makeMerchant,
  makeTransaction,
  startAttempt,
} from "#lib/testing/factories.ts";
import { createTransactionService } from "./service.ts";

const ACTOR = "usr_01kagj1d6xf0bsn9t2v7y3m5qe";

onDatabase("cancelling for an account", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let apiKey: ApiKey;
  before(async () => {
    test = createTestServices(connection());
    ({ apiKey } = await makeMerchant(test.services));
  });
  const cancel = (id: string, accountId = apiKey.accountId) =>
    test.services.transactions.cancelForAccount(accountId, id, ACTOR);
  const statusOf = async (id: string, key = apiKey) => {
    const { status, failureReason } = await test.services.transactions.get(key, id);
    return `${status} ${failureReason}`;
  };
  const asked = async (id: string) =>
    (await test.services.audit.list({ accountId: apiKey.accountId, limit: 50 }))
      .filter(({ target }) => target === id)
      .map(({ actor, action, details }) => ({ actor, action, details }));
  const entry = { actor: ACTOR, action: "transaction.cancelled", details: {} };

  it("fails a pending transaction and logs it, once", async () => {
    const { id } = await makeTransaction(test.services, apiKey);
    await cancel(id);
    assert.equal(await statusOf(id), "failed cancelled");
    await cancel(id);
    assert.deepEqual(await asked(id), [entry]);
    const { accountId } = apiKey;
    const kinds = timelineOf(await test.services.payments.get(accountId, id)).map(
      ({ kind }) => kind,
    );
    assert.deepEqual(kinds, ["created", "cancel_asked", "failed", "event"]);
  });

  it("works in live mode too", async () => {
    const live = { ...apiKey, mode: "live" } as const;
    const { id } = await makeTransaction(test.services, live);
    await cancel(id);
    assert.equal(await statusOf(id, live), "failed cancelled");
  });

  it("cancels an open attempt at the bank first", async () => {
    const transaction = await makeTransaction(test.services, apiKey);
    await startAttempt(test.services, transaction);
    const { calls } = test.bank;
    const before = calls.cancel;
    await cancel(transaction.id);
    assert.equal(calls.cancel, before + 1);
    assert.equal(await statusOf(transaction.id), "failed cancelled");
  });

  it("leaves an approved payment to the bank, and reports that", async () => {
    const transaction = await makeTransaction(test.services, apiKey);
    await startAttempt(test.services, transaction);
    test.bank.decide("processing");
    await assert.rejects(cancel(transaction.id), { code: "transaction_in_progress" });
    await assert.rejects(cancel(transaction.id), { code: "transaction_in_progress" });
    assert.equal(await statusOf(transaction.id), "processing null");
    assert.deepEqual(await asked(transaction.id), [entry]);
    test.bank.decide("succeeded");
    test.clock.advance({ minutes: 1 });
    await test.services.attempts.pollDue();
    await assert.rejects(cancel(transaction.id), { code: "transaction_final" });
    assert.equal(await statusOf(transaction.id), "succeeded null");
  });

  it("survives a crash between the request and the bank call", async () => {
    const { id } = await makeTransaction(test.services, apiKey);
    const { services, clock } = test;
    const dying = createTransactionService({
      ...services,
      db: database(),
      clock,
      endIdle: test.services.attempts.endIdle,
      recordCreation: services.webhooks.recordCreation,
      endUnpaid: () => Promise.reject(new Error("the process ends")),
      banks: test.bank.directory,
      orderSigner: () => Promise.reject(new Error("no order is created")),
      linkBefore: { reference: "", token: "" },
      ttlMinutes: 30,
    });
    await assert.rejects(dying.cancelForAccount(apiKey.accountId, id, ACTOR), /the process ends/);
    assert.equal(await statusOf(id), "pending null");
    assert.deepEqual(await asked(id), [entry]);
    clock.advance({ minutes: 31 });
    await services.transactions.expireDue();
    assert.equal(await statusOf(id), "failed cancelled");
  });

  it("is refused for other accounts and for a closed one", async () => {
    const { id } = await makeTransaction(test.services, apiKey);
    const other = await makeMerchant(test.services);
    await assert.rejects(cancel(id, other.accountId), { code: "not_found" });
    await assert.rejects(cancel("txn_x"), { code: "not_found" });
    assert.equal(await statusOf(id), "pending null");
    assert.deepEqual(await asked(id), []);
    await test.services.operator.close(other.accountId);
    await assert.rejects(cancel(id, other.accountId), { code: "account_closed" });
  });
});
