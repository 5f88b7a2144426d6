import assert from "node:assert/strict";
import { it } from "node:test";
import { eq } from "drizzle-orm";
import { paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import { payerCodes, payerDevices, payerSessions } from "#lib/payments/model/payers.schema.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { beginVerification, createTestPayers, startAsPayer } from "#lib/testing/payers.ts";
import { createPayerService } from "./service.ts";
import { readPayerIban } from "./sessions.ts";

const IBAN = "DE89370400440532013000";

onBothDatabases("payers", (database, connection) => {
  async function goToBank(test = createTestPayers(connection())) {
    const { services, payers, makeLink } = test;
    const details = { email: "ada@shop.example", iban: IBAN };
    const { link, apiKey, transaction } = await makeLink({ method: "sdk", details });
    await services.accounts.setEmailWhitelisted(apiKey.accountId, true);
    const session = await payers.exchange(link);
    const view = await services.checkout.view(transaction.reference, "direct");
    assert.ok(view);
    await startAsPayer(test, { sessionId: session.id, reference: transaction.reference });
    const tried = await database()
      .select()
      .from(paymentAttempts)
      .where(eq(paymentAttempts.transactionId, transaction.id));
    const state = tried[0]?.state ?? "";
    return { ...test, apiKey, transaction, session, state, tried, view };
  }

  it("a verified payer starts an attempt in the session's name", async () => {
    const { tried, session, bank } = await goToBank();
    assert.equal(tried.length, 1);
    assert.equal(tried[0]?.payerSessionId, session.id);
    assert.equal(bank.payments().length, 1);
  });

  it("an unverified payer can't start one", async () => {
    const { payers, services, makeLink, openWeb, bank } = createTestPayers(connection());
    const { link, transaction } = await makeLink({ details: { email: "ada@shop.example" } });
    const session = await payers.exchange(link);
    const { session: foreign } = await openWeb();
    const start = (sessionId: string) =>
      startAsPayer({ services, payers }, { sessionId, reference: transaction.reference });
    await assert.rejects(start(session.id), { code: "payer_not_verified" });
    for (const id of ["", foreign.id, "psn_00000000000000000000000000", transaction.id]) {
      await assert.rejects(start(id), { code: "session_missing" });
    }
    assert.equal(bank.payments().length, 0);
  });

  it("a return in the same browser continues the session, once", async () => {
    const { payers, state, session, transaction } = await goToBank();
    const { reference } = transaction;
    const back = await payers.comeBack({ state, currentSession: async () => session.id });
    assert.deepEqual(back, { reference, flow: "direct", opened: undefined });
    const other = await payers.comeBack({ state, currentSession: async () => undefined });
    assert.deepEqual(other, { reference, flow: "direct", opened: undefined });
  });

  for (const [minutes, isOpened] of [
    [59, true],
    [60, false],
  ] as const) {
    it(`a return ${minutes} minutes after the outcome opens ${isOpened ? "a" : "no"} session`, async () => {
      const { payers, services, bank, clock, state, transaction } = await goToBank();
      bank.decide("succeeded");
      await services.attempts.refreshLatest(transaction.id);
      clock.advance({ minutes });
      const back = await payers.comeBack({ state, currentSession: async () => undefined });
      assert.equal(back?.opened !== undefined, isOpened);
    });
  }

  it("a crash while the other browser's session is stored leaves the return usable", async () => {
    const { payers, services, clock, state } = await goToBank();
    const dying = createPayerService({
      ...services,
      db: database(),
      clock,
      seal: {
        ...services.seal,
        seal() {
          throw new Error("gone");
        },
      },
      sendMail: async () => undefined,
    });
    const comeBack = { state, currentSession: async () => undefined };
    await assert.rejects(dying.comeBack(comeBack), { message: "gone" });
    assert.ok((await payers.comeBack(comeBack))?.opened);
  });

  it("deletes sessions without an attempt two days after their transaction has ended", async () => {
    const test = createTestPayers(connection());
    const { services, clock, transaction, session } = await goToBank(test);
    const idle = await beginVerification(connection(), test);
    await idle.send();
    const pending = await beginVerification(connection(), test);
    const late = await beginVerification(connection(), test);
    for (const { id } of [transaction, idle.transaction]) {
      await services.attempts.endUnpaid(id, "cancelled");
    }
    const left = async () => {
      const ids = [session.id, idle.sessionId, pending.sessionId, late.sessionId];
      const kept = ids.map((id) => database().$count(payerSessions, eq(payerSessions.id, id)));
      return (await Promise.all(kept)).join("");
    };
    clock.advance({ minutes: 48 * 60 });
    await services.attempts.endUnpaid(late.transaction.id, "cancelled");
    await test.purge();
    assert.equal(await left(), "1111");
    clock.advance({ ms: 1 });
    await test.purge();
    assert.equal(await left(), "1011");
    const codes = eq(payerCodes.sessionId, idle.sessionId);
    assert.equal(await database().$count(payerCodes, codes), 0);
    clock.advance({ minutes: 24 * 60 });
    await test.purge();
    assert.equal(await left(), "1010");
  });

  it("a return in another browser gets a copy of the session, once", async () => {
    const { payers, services, state, session, transaction } = await goToBank();
    const { reference, id: transactionId, expiresAt } = transaction;
    const foreign = await goToBank();
    const comeBack = () =>
      payers.comeBack({ state, currentSession: async () => foreign.session.id });
    const results = await Promise.all(Array.from({ length: 10 }, comeBack));
    const opened = results.flatMap((back) => (back?.opened ? [back.opened] : []));
    assert.equal(opened.length, 1);
    const [{ id } = { id: "" }] = opened;
    assert.deepEqual(opened[0], { id, transactionId, reference, flow: "direct", expiresAt });
    assert.notEqual(id, session.id);
    const copy = await payers.session(id, reference);
    assert.deepEqual(copy, { ...(await payers.session(session.id, reference)), id });
    assert.equal(copy?.verifiedBy, "merchant");
    const read = (id: string) => readPayerIban({ db: database(), seal: services.seal }, id);
    assert.equal(await read(id), IBAN);
    assert.equal((await comeBack())?.opened, undefined);
  });

  it("a return to a web transaction, or of an unknown attempt, opens nothing", async () => {
    const { payers, services, openWeb, rememberDevice, session } = await goToBank();
    const currentSession = async () => session.id;
    for (const state of ["", "unknown", "x".repeat(43)]) {
      assert.equal(await payers.comeBack({ state, currentSession }), undefined);
    }
    const deviceId = await rememberDevice("eve@shop.example");
    const web = await openWeb(deviceId);
    const { reference } = web.transaction;
    await startAsPayer({ services, payers }, { sessionId: web.session.id, reference });
    const [tried] = await database()
      .select()
      .from(paymentAttempts)
      .where(eq(paymentAttempts.transactionId, web.transaction.id));
    const back = await payers.comeBack({ state: tried?.state ?? "", currentSession });
    assert.deepEqual(back, { reference, flow: "web", opened: undefined });
  });

  it("an attempt without a session opens none", async () => {
    const { services, payers, makeLink } = createTestPayers(connection());
    const { transaction } = await makeLink();
    const { reference, id } = transaction;
    const view = await services.checkout.view(reference, "direct");
    assert.ok(view);
    const { orderDigest } = view;
    const order = { reference, bankId: "scripted", orderDigest, payerIp: undefined };
    await services.attempts.start(order);
    const [tried] = await database()
      .select()
      .from(paymentAttempts)
      .where(eq(paymentAttempts.transactionId, id));
    const state = tried?.state ?? "";
    const back = await payers.comeBack({ state, currentSession: async () => undefined });
    assert.deepEqual(back, { reference, flow: "direct", opened: undefined });
  });

  it("deletes payer data a day after the outcome, and keeps the history", async () => {
    const test = createTestPayers(connection());
    const { payers, services, clock, transaction, session, tried } = await goToBank(test);
    const code = await beginVerification(connection(), test);
    await code.send();
    const waiting = await beginVerification(connection(), test);
    await test.purge();
    await services.attempts.endUnpaid(transaction.id, "cancelled");
    await services.attempts.endUnpaid(code.transaction.id, "cancelled");
    clock.advance({ minutes: 24 * 60 });
    assert.equal(await test.purge(), 0);
    await waiting.send().catch(() => undefined);
    clock.advance({ ms: 1 });
    assert.equal(await test.purge(), 2);
    assert.equal(await test.purge(), 0);
    const [row] = await database()
      .select()
      .from(payerSessions)
      .where(eq(payerSessions.id, session.id));
    assert.deepEqual([row?.sealedDetails, row?.appReturnUrl], [null, null]);
    assert.equal((await payers.session(session.id, session.reference))?.verifiedBy, "merchant");
    const codes = database()
      .select()
      .from(payerCodes)
      .where(eq(payerCodes.transactionId, code.transaction.id));
    assert.deepEqual(await codes, []);
    const [kept] = await database()
      .select()
      .from(paymentAttempts)
      .where(eq(paymentAttempts.transactionId, transaction.id));
    assert.equal(kept?.payerSessionId, tried[0]?.payerSessionId);
  });

  it("keeps codes of payable transactions, and devices for 180 days", async () => {
    const test = createTestPayers(connection());
    const pending = await beginVerification(connection(), test);
    await pending.send();
    const deviceId = await test.rememberDevice("eve@shop.example");
    test.clock.advance({ minutes: 180 * 24 * 60 });
    await test.purge();
    const ofDevice = () => database().$count(payerDevices, eq(payerDevices.id, deviceId));
    const ofCode = () => database().$count(payerCodes, eq(payerCodes.sessionId, pending.sessionId));
    assert.deepEqual([await ofDevice(), await ofCode()], [1, 1]);
    test.clock.advance({ ms: 1 });
    await test.purge();
    assert.deepEqual([await ofDevice(), await ofCode()], [0, 1]);
  });
});
