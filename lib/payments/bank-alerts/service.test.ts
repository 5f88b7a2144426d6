import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { withdraw } from "#lib/payments/attempts/submit.ts";
import { bankAlerts, paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import { auditEntries } from "#lib/platform/db/schema.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import {
  createTestServices,
  makeMerchant,
  makeTransaction,
  startAttempt,
} from "#lib/testing/factories.ts";
import { until } from "#lib/testing/until.ts";
import { raiseBankAlert } from "./alert.ts";

const ID_OF_NONE = `alrt_${"0".repeat(26)}`;

onBothDatabases("alerts about banks", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let apiKey: ApiKey;

  before(async () => {
    test = createTestServices(connection());
    ({ apiKey } = await makeMerchant(test.services));
  });

  const alertsOf = (transactionId: string) =>
    database().select().from(bankAlerts).where(eq(bankAlerts.transactionId, transactionId));

  /** The bank first declines, then executes. */
  async function contradicted() {
    const transaction = await makeTransaction(test.services, apiKey);
    await startAttempt(test.services, transaction);
    test.bank.decide("declined");
    await test.services.attempts.refreshLatest(transaction.id);
    test.bank.decide("succeeded");
    await test.services.attempts.refreshLatest(transaction.id);
    const [alert] = await alertsOf(transaction.id);
    assert.ok(alert);
    return { transaction, alert };
  }

  it("are raised once for a repeated report of the bank, with both statuses", async () => {
    const { transaction, alert } = await contradicted();
    await Promise.all([1, 2, 3].map(() => test.services.attempts.refreshLatest(transaction.id)));
    assert.equal((await alertsOf(transaction.id)).length, 1);
    assert.deepEqual(
      [alert.kind, alert.ourStatus, alert.bankStatus, alert.bankPaymentId],
      ["contradiction", "failed", "ACSC", test.bank.payments().at(-1)?.id],
    );
  });

  it("are rolled back with their database transaction", async () => {
    const { transaction, alert } = await contradicted();
    const { id, createdAt, resolvedAt, resolvedNote, ...finding } = alert;
    await database()
      .transaction(async (tx) => {
        assert.ok(await raiseBankAlert(tx, createdAt, { ...finding, bankStatus: "CANC" }));
        tx.rollback();
      })
      .catch((error: Error) => assert.equal(error.message, "Rollback"));
    assert.equal((await alertsOf(transaction.id)).length, 1);
  });

  it("concern only the account of the payment, as long as they are open", async () => {
    const { transaction, alert } = await contradicted();
    const { accountId: stranger } = await makeMerchant(test.services);
    const { bankAlerts: service } = test.services;
    assert.equal(await service.concern(apiKey.accountId, transaction.id), true);
    assert.equal(await service.concern(stranger, transaction.id), false);
    await service.resolve(alert.id, "sent back");
    assert.equal(await service.concern(apiKey.accountId, transaction.id), false);
  });

  it("change what an open page shows, when they are raised and when they are resolved", async () => {
    const transaction = await makeTransaction(test.services, apiKey);
    await startAttempt(test.services, transaction);
    const versions: (string | undefined)[] = [];
    const stop = await test.services.checkout.follow(transaction.reference, "web", (look) =>
      versions.push(look?.version),
    );
    test.bank.decide("declined");
    await test.services.attempts.refreshLatest(transaction.id);
    test.bank.decide("succeeded");
    await test.services.attempts.refreshLatest(transaction.id);
    await until(() => versions.at(-1)?.endsWith(".question") === true);
    const [alert] = await alertsOf(transaction.id);
    await test.services.bankAlerts.resolve(alert?.id ?? "", "sent back");
    await until(() => versions.at(-1)?.endsWith(".question") === false);
    stop?.();
  });

  it("are listed newest first, and resolved once with a note, which is audited", async () => {
    const { transaction, alert } = await contradicted();
    const { bankAlerts: service } = test.services;
    const [newest] = await service.list({ onlyOpen: true, limit: 1 });
    assert.equal(newest?.alert.id, alert.id);
    assert.equal(newest?.accountId, apiKey.accountId);
    assert.match(newest?.endToEndId ?? "", /^BS/);
    const responses = await Promise.all([
      service.resolve(alert.id, "sent back"),
      service.resolve(alert.id, "sent back"),
    ]);
    assert.deepEqual(responses.toSorted(), [false, true]);
    assert.equal(await service.resolve(alert.id, "another note"), false);
    const [stored] = await alertsOf(transaction.id);
    assert.deepEqual([stored?.resolvedNote, stored?.resolvedAt], ["sent back", test.clock.now()]);
    assert.ok(
      (await service.list({ onlyOpen: true, limit: 200 })).every(
        (open) => open.alert.id !== alert.id,
      ),
    );
    assert.ok(
      (await service.list({ onlyOpen: false, limit: 200 })).some(
        (any) => any.alert.id === alert.id,
      ),
    );
    const entries = await database()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.target, transaction.id));
    assert.deepEqual(
      entries.map(({ action, actor, accountId, details }) => [action, actor, accountId, details]),
      [["bank_alert.resolved", "operator", apiKey.accountId, { kind: "contradiction" }]],
    );
  });

  it("keep a payment from showing as unpaid, payable or ended until they are resolved", async () => {
    const { transaction, alert } = await contradicted();
    const { checkout, bankAlerts: service, transactions } = test.services;
    const look = async () => {
      const view = await checkout.view(transaction.reference, "web");
      assert.ok(view);
      return view;
    };
    const before = await look();
    assert.deepEqual([before.state, before.isInQuestion], ["declined", true]);
    assert.equal(
      before.returnUrl,
      "https://books.example/",
      "the shop's home: no outcome is known",
    );
    assert.equal(before.returnsByItself, false);
    await checkout.cancel(transaction.reference, "web");
    const ended = await look();
    assert.deepEqual([ended.state, ended.isInQuestion], ["cancelled", true]);
    assert.equal(ended.returnsByItself, false, "the shop would say that nothing was paid");
    await service.resolve(alert.id, "nothing was executed");
    const resolved = await look();
    assert.deepEqual([resolved.state, resolved.isInQuestion], ["cancelled", false]);
    assert.equal(resolved.returnsByItself, true);
    assert.notEqual(resolved.version, ended.version);
    assert.equal((await transactions.findByReference(transaction.reference))?.status, "failed");
  });

  it("do not concern a declined payment", async () => {
    const transaction = await makeTransaction(test.services, apiKey);
    await startAttempt(test.services, transaction);
    test.bank.decide("declined");
    await test.services.attempts.refreshLatest(transaction.id);
    const view = await test.services.checkout.view(transaction.reference, "web");
    assert.deepEqual([view?.state, view?.isInQuestion], ["declined", false]);
    assert.equal(view?.returnUrl, null);
  });

  it("are not found by an unknown id", async () => {
    await assert.rejects(test.services.bankAlerts.resolve(ID_OF_NONE, "x"), { code: "not_found" });
  });

  it("are raised for an untracked payment that the bank refuses to cancel", async () => {
    const transaction = await makeTransaction(test.services, apiKey);
    test.bank.whileAnswering(async () => {
      await test.services.transactions.cancel(apiKey, transaction.id);
      test.bank.decide("processing");
    });
    await assert.rejects(startAttempt(test.services, transaction), {
      code: "transaction_final",
    });
    const [alert] = await alertsOf(transaction.id);
    const paymentId = test.bank.payments().at(-1)?.id;
    assert.deepEqual(
      [alert?.kind, alert?.bankStatus, alert?.bankPaymentId],
      ["untracked_payment", `ACSP of ${paymentId}`, paymentId],
    );
    const [one] = await database()
      .select()
      .from(paymentAttempts)
      .where(eq(paymentAttempts.id, alert?.attemptId ?? ""));
    assert.equal(one?.bankPaymentId, null, "it is not the try's");
  });

  it("are raised for an untracked payment if the bank is unavailable, but not if it cancelled it", async () => {
    const raised = async (meanwhile: () => void) => {
      const transaction = await makeTransaction(test.services, apiKey);
      test.bank.whileAnswering(async () => {
        await test.services.transactions.cancel(apiKey, transaction.id);
        meanwhile();
      });
      const started = startAttempt(test.services, transaction);
      await assert.rejects(started, { code: "transaction_final" });
      test.bank.setDown(false);
      return (await alertsOf(transaction.id)).map(({ kind, bankStatus }) => [kind, bankStatus]);
    };
    const told = await raised(() => test.bank.setDown(true));
    const { id } = test.bank.payments().at(-1) ?? {};
    assert.deepEqual(told, [["untracked_payment", `unknown of ${id}`]]);
    assert.deepEqual(await raised(() => undefined), []);
  });

  it("are raised for each untracked payment of an attempt", async () => {
    const transaction = await makeTransaction(test.services, apiKey);
    await startAttempt(test.services, transaction);
    const [attempt] = await database()
      .select()
      .from(paymentAttempts)
      .where(eq(paymentAttempts.transactionId, transaction.id));
    assert.ok(attempt);
    const deps = { db: database(), clock: test.clock, logger: createLogger("silent") };
    const connector = test.bank.directory.connectorFor("scripted", "test");
    assert.ok(connector);
    test.bank.setDown(true);
    for (const paymentId of ["first", "second", "first"]) {
      await withdraw(deps, attempt, connector, { paymentId, currency: "EUR" });
    }
    assert.deepEqual(
      (await alertsOf(transaction.id)).map(({ bankPaymentId }) => bankPaymentId).toSorted(),
      ["first", "second"],
    );
  });
});
