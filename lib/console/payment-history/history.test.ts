import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import { payerSessions } from "#lib/payments/model/payers.schema.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { makeMerchant, makeTransaction, startAttempt } from "#lib/testing/factories.ts";
import { createTestPayers, startAsPayer } from "#lib/testing/payers.ts";
import { createWebhookTest } from "#lib/testing/webhooks.ts";
import { partyOf, timelineOf } from "./history/timeline.ts";

const EMAIL = "ada.lovelace@shop.example";
const PAYER_IBAN = "DE89370400440532013000";
const PAYEE_IBAN = "NL91ABNA0417164300";
const SECOND_MS = 1_000;

onDatabase("the history of a payment", (database, connection) => {
  let test: ReturnType<typeof createTestPayers>;
  before(() => {
    test = createTestPayers(connection());
  });
  const historyOf = (accountId: string, id: string) => test.services.payments.get(accountId, id);
  const wait = () => test.clock.advance({ ms: SECOND_MS });

  it("lists every step in order, with its party", async () => {
    const { payers, services, bank } = test;
    const { apiKey, transaction, session } = await test.openWeb();
    const { id, reference } = transaction;
    wait();
    await payers.sendCode({ sessionId: session.id, email: EMAIL, locale: "en" });
    wait();
    await payers.checkCode({ sessionId: session.id, code: test.lastCode() });
    wait();
    const begin = async () => {
      await startAsPayer(test, { reference, sessionId: session.id });
      wait();
    };
    const settle = async () => {
      test.clock.advance({ minutes: 1 });
      await services.attempts.pollDue();
    };
    await begin();
    bank.decide("declined");
    await settle();
    await begin();
    bank.decide("succeeded");
    await settle();

    const history = await historyOf(apiKey.accountId, id);
    const timeline = timelineOf(history);
    assert.deepEqual(
      timeline.map((entry) => `${partyOf(entry)}: ${entry.kind}`),
      [
        "merchant: created",
        "payer: opened",
        "service: code_sent",
        "payer: verified",
        "payer: attempt_started",
        "bank: bank_reported",
        "payer: attempt_started",
        "bank: bank_reported",
        "service: succeeded",
        "service: event",
      ],
    );
    const times = timeline.map(({ at }) => at.getTime());
    assert.deepEqual(times, times.toSorted());
    assert.equal(new Set(timeline.map((entry) => entry.id)).size, timeline.length);
    assert.deepEqual(
      history.attempts.map(({ status, bankStatus, bankId }) => [status, bankStatus, bankId]),
      [
        ["failed", "RJCT", "scripted"],
        ["succeeded", "ACSC", "scripted"],
      ],
    );
    assert.equal(history.payer.maskedEmail, "a•••@shop.example");
    assert.equal(history.bankNames["scripted"], "scripted");
  });

  it("gets a new revision at each step", async () => {
    const { payers, services, bank } = test;
    const { apiKey, transaction, session } = await test.openWeb();
    const { accountId } = apiKey;
    const { id, reference } = transaction;
    const seen = new Set<string>();
    const look = async () => {
      const revision = await services.payments.revisionOf(accountId, id);
      assert.equal((await historyOf(accountId, id)).revision, revision);
      assert.ok(!seen.has(revision), `step ${seen.size} changes the revision`);
      seen.add(revision);
      wait();
    };
    await look();
    await payers.sendCode({ sessionId: session.id, email: EMAIL, locale: "en" });
    await look();
    await payers.checkCode({ sessionId: session.id, code: test.lastCode() });
    await look();
    await services.transactions.notePayerStep(id, "choosing");
    await look();
    await payers.open({ reference, deviceId: undefined });
    await look();
    await startAttempt(services, transaction);
    await look();
    bank.decide("processing");
    test.clock.advance({ minutes: 1 });
    await services.attempts.pollDue();
    await look();
    bank.decide("succeeded");
    test.clock.advance({ minutes: 1 });
    await services.attempts.pollDue();
    await look();
    const revision = await services.payments.revisionOf(accountId, id);
    assert.ok(seen.has(revision), "nothing happened since");
  });

  it("shows a bank transfer as the payer reported it and as received", async () => {
    const { services } = test;
    const { apiKey } = await makeMerchant(services);
    const { accountId } = apiKey;
    await services.accounts.setTakesTransfers(accountId, true, "operator");
    const { id, reference } = await makeTransaction(services, apiKey);
    const seen = [await services.payments.revisionOf(accountId, id)];
    wait();
    await services.transfers.reportSent(reference);
    seen.push(await services.payments.revisionOf(accountId, id));
    wait();
    const actor = "usr_01kagj1d6xf0bsn9t2v7y3m5qe";
    await services.transfers.markReceived(accountId, { id, amountText: "12.50" }, actor);
    seen.push(await services.payments.revisionOf(accountId, id));
    assert.equal(new Set(seen).size, 3);
    const history = await historyOf(accountId, id);
    assert.deepEqual(
      timelineOf(history).map((entry) => `${partyOf(entry)}: ${entry.kind}`),
      [
        "merchant: created",
        "payer: transfer_reported",
        "merchant: transfer_received",
        "service: succeeded",
        "service: event",
      ],
    );
    assert.deepEqual(
      history.transfers.map(({ status, importId }) => [status, importId]),
      [["paid", null]],
    );
  });

  it("lists every delivery and attempt", async () => {
    const hooks = await createWebhookTest(connection());
    const endpoint = await hooks.addEndpoint(() => ({ status: 500 }));
    const { transaction } = await hooks.makeOutcome();
    const { payments } = hooks.services;
    const before = await payments.revisionOf(hooks.accountId, transaction.id);
    await hooks.webhooks.deliverDue({ limit: 50 });
    hooks.clock.advance({ seconds: 30 });
    const between = await payments.revisionOf(hooks.accountId, transaction.id);
    await hooks.webhooks.deliverDue({ limit: 50 });
    const history = await payments.get(hooks.accountId, transaction.id);
    assert.equal(new Set([before, between, history.revision]).size, 3);
    assert.deepEqual(
      timelineOf(history).map(({ kind }) => kind),
      ["created", "failed", "event", "queued", "delivery_attempt", "delivery_attempt"],
    );
    assert.deepEqual(
      history.deliveries.map(({ endpointId, endpointUrl, status }) => [
        endpointId,
        endpointUrl,
        status,
      ]),
      [[endpoint.id, endpoint.url, "pending"]],
    );
    assert.deepEqual(
      history.deliveryAttempts.map(({ number, responseStatus }) => [number, responseStatus]),
      [
        [1, 500],
        [2, 500],
      ],
    );
  });

  it("masks the payer, and contains no secret", async () => {
    const link = await test.makeLink({
      details: { email: EMAIL, iban: PAYER_IBAN },
      method: "sdk",
    });
    await test.payers.exchange(link.link);
    const { accountId } = link.apiKey;
    const history = await historyOf(accountId, link.transaction.id);
    assert.deepEqual(history.payer, {
      maskedEmail: "a•••@shop.example",
      maskedIban: "DE•• •••• 3000",
    });
    const text = JSON.stringify({ ...history, timeline: timelineOf(history) });
    assert.doesNotMatch(text, /ada\.lovelace|DE8937/);
    assert.doesNotMatch(text, /payerEmailHash|fingerprint|orderInfo|sealed|approvalUrl/);
    assert.ok(!text.includes(link.checkoutToken));
    assert.match(text, new RegExp(PAYEE_IBAN), "the merchant's own IBAN is masked on its page");
  });

  it("omits a payer whose data was deleted", async () => {
    const { apiKey, transaction, session } = await test.openWeb();
    await database()
      .update(payerSessions)
      .set({ sealedDetails: null })
      .where(eq(payerSessions.id, session.id));
    const { payer } = await historyOf(apiKey.accountId, transaction.id);
    assert.deepEqual(payer, { maskedEmail: undefined, maskedIban: undefined });
  });

  it("is visible to its own account only", async () => {
    const { transaction } = await test.openWeb();
    const { apiKey } = await test.openWeb();
    const { payments } = test.services;
    await assert.rejects(payments.get(apiKey.accountId, transaction.id), { code: "not_found" });
    await assert.rejects(payments.revisionOf(apiKey.accountId, transaction.id), {
      code: "not_found",
    });
    await assert.rejects(payments.get(apiKey.accountId, "txn_x"), { code: "not_found" });
  });

  it("works in both modes", async () => {
    const { apiKey } = await test.openWeb();
    const live = await makeTransaction(test.services, { ...apiKey, mode: "live" });
    const { transaction } = await historyOf(apiKey.accountId, live.id);
    assert.equal(transaction.mode, "live");
  });
});
