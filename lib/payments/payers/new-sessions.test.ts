import assert from "node:assert/strict";
import { it } from "node:test";
import { eq } from "drizzle-orm";
import { payerDevices, payerSessions } from "#lib/payments/model/payers.schema.ts";
import { createSeal } from "#lib/platform/crypto/seal.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { makeToken } from "#lib/testing/factories.ts";
import { createTestPayers, startAsPayer } from "#lib/testing/payers.ts";
import { createPayerService } from "./service.ts";
import { readPayerIban } from "./sessions.ts";

const EMAIL = "ada@shop.example";
const IBAN = "DE89370400440532013000";

onDatabase("sessions of payers", (database, connection) => {
  const sessionsOf = (transactionId: string) =>
    database().select().from(payerSessions).where(eq(payerSessions.transactionId, transactionId));

  it("a webview's link opens one session, bound to its transaction", async () => {
    const { payers, makeLink } = createTestPayers(connection());
    const { link, transaction } = await makeLink();
    const opened = await payers.exchange(link);
    const { id: transactionId, reference, expiresAt } = transaction;
    assert.match(opened.id, /^psn_/);
    assert.deepEqual(opened, {
      id: opened.id,
      transactionId,
      reference,
      flow: "direct",
      expiresAt,
      locale: null,
    });
    assert.deepEqual(await payers.session(opened.id, reference), {
      id: opened.id,
      transactionId,
      reference,
      flow: "direct",
      appReturnUrl: "myapp://",
      unregisteredScheme: "myapp",
      verifiedBy: null,
      email: null,
      maskedEmail: null,
      pendingCode: null,
    });
    const other = await makeLink();
    assert.equal(await payers.session(opened.id, other.transaction.reference), undefined);
    assert.equal(await payers.session("psn_' or 1=1", reference), undefined);
    assert.equal(await payers.session(transactionId, reference), undefined);
  });

  it("every wrong part of a link is link_not_valid, and consumes nothing", async () => {
    const { services, payers, clock, makeLink } = createTestPayers(connection());
    const { link, apiKey, transaction } = await makeLink();
    const other = await makeLink();
    const live = await services.apiKeys.create({ ...apiKey, scopes: null, mode: "live" });
    const liveKey = await services.apiKeys.authenticate(live.key);
    assert.ok(liveKey);
    const { jwt: liveJwt } = await makeToken(services, liveKey);
    for (const wrong of [
      { token: "" },
      { token: "x".repeat(43) },
      { token: `${link.token}x` },
      { jwt: "" },
      { jwt: `${link.jwt}x` },
      { jwt: other.link.jwt },
      { jwt: liveJwt },
    ]) {
      await assert.rejects(payers.exchange({ ...link, ...wrong }), { code: "link_not_valid" });
    }
    assert.deepEqual(await sessionsOf(transaction.id), []);
    await payers.exchange(link);
    clock.advance({ minutes: 16 });
    await assert.rejects(payers.exchange(other.link), { code: "link_not_valid" });
  });

  it("a used link returns the session of its own browser only, for any JWT", async () => {
    const { payers, makeLink } = createTestPayers(connection());
    const { link, transaction } = await makeLink();
    const other = await makeLink();
    const opened = await payers.exchange(link);
    const foreign = await payers.exchange(other.link);
    const asked: string[] = [];
    const again = (id: string | undefined) =>
      payers.exchange({
        ...link,
        jwt: "expired",
        redirectUrl: "javascript:alert(1)",
        currentSession: async (transactionId) => {
          asked.push(transactionId);
          return id;
        },
      });
    assert.deepEqual(await again(opened.id), opened);
    for (const id of [undefined, "", foreign.id, opened.id.toUpperCase(), "psn_x"]) {
      await assert.rejects(again(id), { code: "link_used" });
    }
    assert.ok(asked.every((id) => id === transaction.id));
    assert.equal((await sessionsOf(transaction.id)).length, 1);
  });

  it("one of many parallel requests gets a link's session", async () => {
    const { payers, makeLink } = createTestPayers(connection());
    const { link, transaction } = await makeLink();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => payers.exchange(link)),
    );
    assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
    for (const result of results) {
      if (result.status === "rejected") assert.equal(result.reason.code, "link_used");
    }
    assert.equal((await sessionsOf(transaction.id)).length, 1);
  });

  it("a refused return address leaves the link unused", async () => {
    const { payers, makeLink } = createTestPayers(connection());
    const { link } = await makeLink({ appSchemes: ["bookapp"], mode: "live" });
    for (const redirectUrl of [
      "",
      "https://evil.example",
      "javascript:alert(1)",
      "myapp",
      "bookapps",
    ]) {
      await assert.rejects(payers.exchange({ ...link, redirectUrl }), {
        code: "return_address_refused",
      });
    }
    const opened = await payers.exchange({ ...link, redirectUrl: "bookapp://paid?cart=7" });
    const session = await payers.session(opened.id, opened.reference);
    assert.equal(session?.appReturnUrl, "bookapp://paid?cart=7");
    assert.equal(session?.unregisteredScheme, null);
  });

  it("live mode refuses every scheme of an account that lists none", async () => {
    const { payers, makeLink } = createTestPayers(connection());
    const { link } = await makeLink({ mode: "live" });
    await assert.rejects(payers.exchange({ ...link, redirectUrl: "myapp" }), {
      code: "return_address_refused",
    });
    const opened = await payers.exchange({ ...link, redirectUrl: undefined });
    assert.equal((await payers.session(opened.id, opened.reference))?.appReturnUrl, null);
  });

  it("test mode accepts an unlisted scheme, and reports it", async () => {
    const { payers, makeLink } = createTestPayers(connection());
    for (const [appSchemes, redirectUrl, unregistered] of [
      [["bookapp"], "myapp://paid", "myapp"],
      [["bookapp"], "bookapp", null],
      [[], "bookapp", "bookapp"],
      [[], undefined, null],
    ] as const) {
      const { link } = await makeLink({ appSchemes: [...appSchemes] });
      const opened = await payers.exchange({ ...link, redirectUrl });
      const session = await payers.session(opened.id, opened.reference);
      assert.equal(session?.unregisteredScheme, unregistered);
    }
    const { link } = await makeLink();
    for (const redirectUrl of ["https://evil.example", "javascript:alert(1)", "intent"]) {
      await assert.rejects(payers.exchange({ ...link, redirectUrl }), {
        code: "return_address_refused",
      });
    }
  });

  it("a link without a return address opens a session without one", async () => {
    const { payers, makeLink } = createTestPayers(connection());
    const { link } = await makeLink({ appSchemes: ["bookapp"] });
    const opened = await payers.exchange({ ...link, redirectUrl: undefined });
    assert.equal((await payers.session(opened.id, opened.reference))?.appReturnUrl, null);
  });

  it("a link to an ended transaction still opens the page with its outcome", async () => {
    const { services, payers, makeLink } = createTestPayers(connection());
    const { link, transaction } = await makeLink();
    await services.attempts.endUnpaid(transaction.id, "cancelled");
    const opened = await payers.exchange(link);
    assert.equal(opened.transactionId, transaction.id);
  });

  it("a merchant vouches for an address only if the account is whitelisted", async () => {
    const { services, payers, makeLink } = createTestPayers(connection());
    const read = async (details: { email?: string }, isWhitelisted: boolean) => {
      const { link, apiKey } = await makeLink({ details });
      await services.accounts.setEmailWhitelisted(apiKey.accountId, isWhitelisted);
      const { id, reference } = await payers.exchange(link);
      const session = await payers.session(id, reference);
      return [session?.verifiedBy, session?.email];
    };
    assert.deepEqual(await read({ email: EMAIL }, true), ["merchant", EMAIL]);
    assert.deepEqual(await read({ email: EMAIL }, false), [null, EMAIL]);
    assert.deepEqual(await read({}, true), [null, null]);
  });

  it("a device sealed with a retired secret is unknown, and can be forgotten", async () => {
    const { services, clock, rememberDevice, openWeb } = createTestPayers(connection());
    const deviceId = await rememberDevice(EMAIL);
    const { session } = await openWeb(deviceId);
    const later = createPayerService({
      ...services,
      db: database(),
      clock,
      seal: createSeal(null, Buffer.alloc(32, 8)),
      sendMail: async () => undefined,
    });
    assert.equal(await later.device(deviceId), undefined);
    const opened = await later.open({ reference: session.reference, deviceId });
    assert.equal((await later.session(opened.id, session.reference))?.verifiedBy, null);
    await later.forget(deviceId);
    const left = await database().$count(payerDevices, eq(payerDevices.id, deviceId));
    assert.equal(left, 0);
  });

  it("a device vouches for its address until it is forgotten or unseen for 180 days", async () => {
    const { services, payers, clock, makeLink, openWeb, rememberDevice, purge } = createTestPayers(
      connection(),
    );
    const deviceId = await rememberDevice(EMAIL);
    assert.deepEqual(await payers.device(deviceId), { maskedEmail: "a•••@shop.example" });
    const direct = async (email: string | undefined) => {
      const { link } = await makeLink({ details: { email } });
      return payers.exchange({ ...link, deviceId });
    };
    const verifiedBy = async ({ id, reference }: { id: string; reference: string }) =>
      (await payers.session(id, reference))?.verifiedBy;
    const mine = await direct("ADA@Shop.example");
    assert.equal(await verifiedBy(mine), "device");
    assert.equal(await verifiedBy(await direct(undefined)), "device");
    assert.equal(await verifiedBy(await direct("eve@shop.example")), null);
    const web = await openWeb(deviceId);
    assert.equal(await verifiedBy(web.session), "device");
    assert.equal(
      await verifiedBy((await openWeb("pdev_00000000000000000000000000")).session),
      null,
    );

    clock.advance({ minutes: 179 * 24 * 60 });
    const later = await openWeb(deviceId);
    assert.equal(await verifiedBy(later.session), "device");
    clock.advance({ minutes: 179 * 24 * 60 });
    await purge();
    const muchLater = await openWeb(deviceId);
    assert.equal(await verifiedBy(muchLater.session), "device", "each use is a sight");

    await payers.forget(deviceId);
    for (const { session } of [web, later, muchLater])
      assert.equal(await verifiedBy(session), null);
    assert.equal(await payers.device(deviceId), undefined);
    assert.equal(await verifiedBy((await openWeb(deviceId)).session), null);
    const { id, reference } = muchLater.session;
    await assert.rejects(startAsPayer({ services, payers }, { sessionId: id, reference }), {
      code: "payer_not_verified",
    });

    const unseen = await rememberDevice(EMAIL);
    clock.advance({ minutes: 181 * 24 * 60 });
    assert.equal(await payers.device(unseen), undefined);
    assert.equal(await verifiedBy((await openWeb(unseen)).session), null);
  });

  it("keeps the payer's account, sealed, for an sdk key only", async () => {
    const { services, payers, makeLink } = createTestPayers(connection());
    const read = (id: string) => readPayerIban({ db: database(), seal: services.seal }, id);
    const details = { email: EMAIL, iban: IBAN, name: "Ada Lovelace" };
    const own = await makeLink({ method: "sdk", details });
    const session = await payers.exchange(own.link);
    assert.equal(await read(session.id), IBAN);
    const payee = "NL91ABNA0417164300";
    const business = await makeLink({ method: "direct", details: { ...details, iban: payee } });
    assert.equal(await read((await payers.exchange(business.link)).id), undefined);
    assert.equal(await read("psn_00000000000000000000000000"), undefined);
    const rows = await database().select().from(payerSessions);
    assert.doesNotMatch(JSON.stringify(rows), /lovelace|shop\.example|DE8937/i);
    const [mine] = await sessionsOf(own.transaction.id);
    const stranger = await payers.exchange((await makeLink()).link);
    await database()
      .update(payerSessions)
      .set({ sealedDetails: mine?.sealedDetails ?? null })
      .where(eq(payerSessions.id, stranger.id));
    await assert.rejects(read(stranger.id), "details moved to another session do not open");
    await database().delete(payerSessions).where(eq(payerSessions.id, stranger.id));
  });

  it("opens a session by reference for web transactions only", async () => {
    const { payers, makeLink, openWeb } = createTestPayers(connection());
    const { session, transaction } = await openWeb();
    assert.equal(session.flow, "web");
    assert.equal(session.transactionId, transaction.id);
    const direct = await makeLink();
    for (const reference of [direct.transaction.reference, "", "unknown"]) {
      await assert.rejects(payers.open({ reference, deviceId: undefined }), { code: "not_found" });
    }
  });
});
