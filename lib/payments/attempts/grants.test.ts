import assert from "node:assert/strict";
import { afterEach, before, beforeEach, it } from "node:test";
import { eq } from "drizzle-orm";
import { createBankDirectory } from "#lib/banks/directory/directory.ts";
import type { ConfiguredBank } from "#lib/banks/directory/file.ts";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { orderDigest } from "#lib/payments/checkout/order-digest.ts";
import { paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import { createLifecycle } from "#lib/payments/transactions/lifecycle.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { waitingTransfers } from "#lib/payments/transfers/waiting.ts";
import { createSeal, type Seal } from "#lib/platform/crypto/seal.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { createAuthority } from "#lib/testing/certificates.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant, makeTransaction } from "#lib/testing/factories.ts";
import { startXs2aBank } from "#lib/testing/xs2a-bank.ts";
import { BANK_CALL_INTERVAL_MS } from "./bank.ts";
import { newGrantState, openGrant } from "./oauth/grant.ts";
import { createAttemptService } from "./service.ts";

const RETURN_URL = "https://pay.example/bank/return";

const NO_ADDRESS = "the payer waits on our page";

onDatabase("grants at a bank's OAuth2 server", (database, connection) => {
  let authority: Awaited<ReturnType<typeof createAuthority>>;
  let tls: { cert: string; key: string };
  let certificate: { cert: string; key: string };
  let bank: Awaited<ReturnType<typeof startXs2aBank>>;
  let test: ReturnType<typeof createTestServices>;
  let apiKey: ApiKey;
  let service: ReturnType<typeof createAttemptService>;
  let transaction: Transaction;
  let lines: string[];

  before(async () => {
    authority = await createAuthority();
    tls = await authority.issue({ name: "CN=127.0.0.1" });
    certificate = await authority.issue({ name: "CN=Bankside" });
    ({ apiKey } = await makeMerchant(createTestServices(connection()).services));
  });
  beforeEach(async () => {
    bank = await startXs2aBank({ tls, clientAuthority: authority.cert });
  });
  afterEach(() => bank.close());

  const bankOf = (step: "before-order" | "approval"): ConfiguredBank => ({
    id: "first",
    name: "First Example Bank",
    country: "NL",
    mode: "test",
    xs2aUrl: bank.baseUrl,
    product: "sepa-credit-transfers",
    currencies: ["EUR"],
    headers: {},
    quirks: [],
    authorities: authority.cert,
    certificate: { ...certificate, expiresAt: new Date("2030-01-01") },
    oauth: { step, issuer: bank.desk.issuer, clientId: "PSDNL-BANKSIDE", scope: "PIS" },
  });

  /** `seal` may be a broken one. */
  function serviceWith(step: "before-order" | "approval", seal: Seal = test.services.seal) {
    const { clock, services } = test;
    return createAttemptService({
      db: database(),
      clock,
      seal,
      logger: createLogger("info", { write: (line) => lines.push(line) }),
      lifecycle: createLifecycle({
        clock,
        recordStatus: services.webhooks.recordStatus,
        recordFunds: services.webhooks.recordFunds,
        transfers: waitingTransfers,
      }),
      banks: createBankDirectory({
        sandboxBankUrl: "http://127.0.0.1:9/sandbox/bank",
        sandboxEnabled: async () => false,
        configured: [bankOf(step)],
        grantReturnUrl: RETURN_URL,
        now: () => clock.now(),
      }),
      payerAppUrl: "https://pay.example/pay",
      secureUrl: "https://pay.example/secure",
      bankDetails: async () => ({}),
      payerIban: async () => undefined,
      orderDigest: (order) => orderDigest(services.seal, order),
    });
  }

  async function fresh(step: "before-order" | "approval"): Promise<void> {
    lines = [];
    test = createTestServices(connection());
    service = serviceWith(step);
    bank.ways.needsToken = step === "before-order";
    bank.ways.approach = step === "before-order" ? "redirect" : "oauth";
    transaction = await makeTransaction(test.services, apiKey);
  }

  const start = async () => {
    const { approvalUrl } = await service.start({
      reference: transaction.reference,
      bankId: "first",
      orderDigest: orderDigest(test.services.seal, transaction),
      payerIp: "198.51.100.7",
    });
    assert.ok(approvalUrl, NO_ADDRESS);
    return approvalUrl;
  };
  const receive = (url: URL) => service.receiveGrant(url.searchParams, "198.51.100.7");
  const current = async () => {
    const one = await service.latest(transaction.id);
    assert.ok(one);
    return one;
  };
  const grantNow = async () => openGrant(test.services.seal, await current());
  const statusNow = async () =>
    (await test.services.transactions.findByReference(transaction.reference))?.status;
  const plainPage = () => `https://pay.example/pay/${transaction.reference}/return`;
  const ownPage = async () => `${plainPage()}?state=${(await current()).state}`;
  const ordersSent = () =>
    bank.seen.filter(({ method, path }) => method === "POST" && path.startsWith("/psd2/"));

  it("precede the order if the bank requires it, and accompany all later requests", async () => {
    await fresh("before-order");
    const approvalUrl = await start();
    const asked = new URL(approvalUrl).searchParams;
    assert.deepEqual(
      { ...Object.fromEntries(asked), code_challenge: "", state: "" },
      {
        response_type: "code",
        client_id: "PSDNL-BANKSIDE",
        redirect_uri: RETURN_URL,
        scope: "PIS",
        state: "",
        code_challenge: "",
        code_challenge_method: "S256",
      },
    );
    assert.equal(await start(), approvalUrl);
    assert.deepEqual(ordersSent(), []);
    const next = await receive(bank.desk.grant(approvalUrl));
    assert.match(next ?? "", /\/approve\/p-1$/);
    assert.equal((await current()).status, "awaiting_payer");
    bank.settle("ACSC");
    await service.refreshLatest(transaction.id);
    assert.equal(await statusNow(), "succeeded");
    const api = bank.seen.filter(({ path }) => path.startsWith("/psd2/"));
    assert.ok(api.length >= 3);
    for (const { headers } of api) assert.match(headers["authorization"] ?? "", /^Bearer /);
    const redeemed = bank.seen.filter(({ path }) => path === "/as/token");
    assert.deepEqual(
      redeemed.map(({ client }) => client),
      ["Bankside"],
    );
    // The client's only secret is its certificate.
    assert.equal(redeemed[0]?.headers["authorization"], undefined);
  });

  for (const approach of ["oauth", "explicit-oauth"] as const) {
    it(`approve one payment if the bank names its server after the order (${approach})`, async () => {
      await fresh("approval");
      bank.ways.approach = approach;
      const approvalUrl = await start();
      assert.equal(new URL(approvalUrl).searchParams.get("scope"), "PIS:p-1");
      assert.equal(await receive(bank.desk.grant(approvalUrl)), await ownPage());
      assert.equal((await grantNow())?.stage, "granted");
      bank.ways.needsToken = true;
      bank.settle("ACSC");
      await service.refreshLatest(transaction.id);
      assert.equal(await statusNow(), "succeeded");
    });
  }

  it("treat a refusal before the order as a cancellation, and let the payer try again", async () => {
    await fresh("before-order");
    assert.equal(await receive(bank.desk.deny(await start())), plainPage());
    const { status, failureReason, sealedGrant } = await current();
    assert.deepEqual([status, failureReason, sealedGrant], ["failed", "cancelled", null]);
    assert.equal(await statusNow(), "pending");
    assert.match((await receive(bank.desk.grant(await start()))) ?? "", /\/approve\/p-1$/);
  });

  it("treat another error of the server as the bank's, not the payer's", async () => {
    await fresh("before-order");
    const back = bank.desk.deny(await start());
    back.searchParams.set("error", "invalid_scope");
    await receive(back);
    assert.equal((await current()).failureReason, "bank_unavailable");
  });

  it("follow the bank's status after a refusal that follows the order", async () => {
    await fresh("approval");
    const back = bank.desk.deny(await start());
    test.clock.advance({ ms: 1000 });
    await receive(back);
    assert.equal((await current()).status, "awaiting_payer");
    bank.settle("RJCT");
    // Polled at once, since the payer waits.
    assert.equal(await service.pollDue(1000), 1);
    assert.equal((await current()).failureReason, "declined");
  });

  it("cause one more status request for a refusal after the order, also if it is repeated", async () => {
    await fresh("approval");
    // Other tests leave due attempts behind.
    await database().update(paymentAttempts).set({ nextPollAt: null });
    const back = bank.desk.deny(await start());
    const before = bank.seen.length;
    for (let seconds = 0; seconds < 60; seconds++) {
      await receive(back);
      await service.pollDue(1000);
      test.clock.advance({ seconds: 1 });
    }
    const asked = bank.seen.slice(before).filter(({ path }) => path.endsWith("/status"));
    // At once, then after 10 and 20 s.
    assert.equal(asked.length, 3);
  });

  it("redeem a response once, also if it arrives many times", async () => {
    await fresh("before-order");
    const back = bank.desk.grant(await start());
    await Promise.all(Array.from({ length: 20 }, () => receive(back)));
    assert.equal(bank.desk.granted.length, 1);
    assert.equal(bank.payments().length, 1);
    assert.equal(await receive(back), plainPage());
    assert.equal((await grantNow())?.stage, "granted");
  });

  /** Another valid state. */
  function restate(back: URL, attemptId?: string): void {
    const id = back.searchParams.get("state")?.split(".")[0] ?? "";
    back.searchParams.set("state", newGrantState(test.services.seal, attemptId ?? id));
  }
  function fail(back: URL): URL {
    back.searchParams.delete("code");
    back.searchParams.set("error", "access_denied");
    return back;
  }

  const forged: [string, (back: URL) => void][] = [
    ["names another server", (back) => back.searchParams.set("iss", "https://evil.example")],
    ["names no server where the bank's does", (back) => back.searchParams.delete("iss")],
    ["holds no code", (back) => back.searchParams.delete("code")],
    ["holds two codes", (back) => back.searchParams.append("code", "another")],
    ["holds two states", (back) => back.searchParams.append("state", "another")],
    ["holds another state of its try", (back) => restate(back)],
    ["holds an error with another state of its try", (back) => restate(fail(back))],
    ["holds its state with another's try", (back) => restate(back, `auth_${"0".repeat(26)}`)],
  ];
  for (const [how, change] of forged) {
    it(`are not consumed by a response that ${how}`, async () => {
      await fresh("before-order");
      const back = bank.desk.grant(await start());
      const wrong = new URL(back);
      change(wrong);
      const { state } = await current();
      assert.ok(!(await receive(wrong))?.includes(state));
      assert.equal((await current()).status, "starting");
      assert.equal((await grantNow())?.stage, "asked");
      assert.equal(bank.desk.granted.length, 0);
      assert.match((await receive(back)) ?? "", /\/approve\//);
    });
  }

  it("refuse a state in another form, or without an attempt", async () => {
    await fresh("before-order");
    const asked = new URL(await start()).searchParams.get("state") ?? "";
    const { state: returnState, id } = await current();
    const foreign = newGrantState(createSeal(Buffer.alloc(32, 9)), id);
    const cut = [asked.slice(0, -1), `${asked.slice(0, -1)}${asked.endsWith("0") ? "1" : "0"}`];
    const states = ["", "x".repeat(43), "'; drop table authorisations", returnState, id, foreign];
    for (const state of [...states, ...cut]) {
      assert.equal(
        await service.receiveGrant(new URLSearchParams({ state, code: "c" }), ""),
        undefined,
      );
    }
    assert.equal((await grantNow())?.stage, "asked");
  });

  for (const step of ["before-order", "approval"] as const) {
    it(`give the server no access to a payer's session (${step})`, async () => {
      await fresh(step);
      const approvalUrl = await start();
      const { state } = await current();
      const toServer = bank.seen.filter(({ path }) => !path.startsWith("/psd2/"));
      assert.ok(!approvalUrl.includes(state) && !JSON.stringify(toServer).includes(state));
      const asked = new URL(approvalUrl).searchParams.get("state") ?? "";
      assert.equal(await service.consumeReturn(asked), undefined);
      // The server's address reveals `state` and `iss`, but no valid code.
      const bogus = bank.desk.comeBack(new URL(approvalUrl).searchParams, { code: "made-up" });
      assert.equal(await receive(bogus), plainPage());
      assert.ok(await service.consumeReturn(state));
    });
  }

  it("show only the payment's page to a payer who returns after the attempt has ended", async () => {
    await fresh("before-order");
    const back = bank.desk.grant(await start());
    await service.endUnpaid(transaction.id, "expired");
    assert.equal(await receive(back), plainPage());
    assert.equal(bank.desk.granted.length, 0);
  });

  it("continue after a crash between the response and its redemption", async () => {
    await fresh("before-order");
    const back = bank.desk.grant(await start());
    bank.desk.ways.isDown = true;
    assert.equal(await receive(back), plainPage());
    bank.desk.ways.isDown = false;
    // A second redemption could revoke the tokens of the first.
    await service.pollDue(1000);
    await service.settleReturn((await current()).state);
    test.clock.advance({ ms: BANK_CALL_INTERVAL_MS });
    await assert.rejects(start(), { code: "bank_unavailable" });
    assert.equal((await grantNow())?.stage, "answered");
    assert.equal(bank.seen.filter(({ path }) => path === "/as/token").length, 1);
    test.clock.advance({ ms: 31_000 });
    await service.pollDue(1000);
    assert.equal((await current()).status, "awaiting_payer");
    assert.equal(bank.desk.granted.length, 1);
    assert.equal(bank.payments().length, 1);
  });

  it("continue after a crash between the redemption and the order, with one payment", async () => {
    await fresh("before-order");
    const back = bank.desk.grant(await start());
    // The order arrives, but no response does.
    let isLost = true;
    bank.ways.intercept = ({ method, path, headers, body }) => {
      if (!isLost || method !== "POST" || !path.startsWith("/psd2/")) return undefined;
      isLost = false;
      bank.initiate({ method, path, headers, body, client: undefined });
      return { status: 504 };
    };
    assert.equal(await receive(back), await ownPage());
    assert.equal((await grantNow())?.stage, "granted");
    test.clock.advance({ minutes: 2 });
    await service.pollDue(1000);
    assert.equal((await current()).status, "awaiting_payer");
    assert.equal(bank.payments().length, 1);
    assert.equal(bank.desk.granted.length, 1);
    assert.equal(new Set(ordersSent().map(({ headers }) => headers["x-request-id"])).size, 1);
  });

  it("ask the payer again after a crash before the redemption is stored", async () => {
    await fresh("before-order");
    const approvalUrl = await start();
    const back = bank.desk.grant(approvalUrl);
    const { seal } = test.services;
    const dying = serviceWith("before-order", {
      ...seal,
      seal(plain, context) {
        if (plain.includes("accessToken")) throw new Error("gone");
        return seal.seal(plain, context);
      },
    });
    await assert.rejects(dying.receiveGrant(back.searchParams, undefined), { message: "gone" });
    assert.equal(bank.desk.granted.length, 1);
    test.clock.advance({ minutes: 1 });
    await service.pollDue(1000);
    assert.equal(bank.payments().length, 0);
    const again = await start();
    assert.notEqual(
      new URL(again).searchParams.get("code_challenge"),
      new URL(approvalUrl).searchParams.get("code_challenge"),
    );
    assert.match((await receive(bank.desk.grant(again))) ?? "", /\/approve\/p-1$/);
    assert.equal(await service.count(transaction.id), 1);
  });

  it("follow the bank's status if the response came too late to be redeemed", async () => {
    await fresh("approval");
    const back = bank.desk.grant(await start());
    bank.desk.forget();
    await receive(back);
    assert.equal(await grantNow(), undefined);
    bank.settle("ACSC");
    await service.refreshLatest(transaction.id);
    assert.equal(await statusNow(), "succeeded");
  });

  for (const [what, response] of [
    ["in the words of the standard", { status: 400, body: { error: "invalid_grant" } }],
    ["in words of its own", { status: 400, body: "no" }],
    ["with a status alone", { status: 403 }],
  ] as const) {
    it(`are requested again if the server refuses the code ${what}`, async () => {
      await fresh("before-order");
      const back = bank.desk.grant(await start());
      bank.ways.intercept = ({ path }) => (path === "/as/token" ? response : undefined);
      await receive(back);
      assert.equal(await grantNow(), undefined);
      bank.ways.intercept = undefined;
      test.clock.advance({ ms: BANK_CALL_INTERVAL_MS });
      assert.match((await receive(bank.desk.grant(await start()))) ?? "", /\/approve\/p-1$/);
    });
  }

  const tokenRequests = () => bank.seen.filter(({ path }) => path === "/as/token").length;

  it("let a payer wait for at most two redemptions without a clear result", async () => {
    await fresh("before-order");
    const back = bank.desk.grant(await start());
    const unclear = { status: 200, body: { granted: "yes" } };
    bank.ways.intercept = ({ path }) => (path === "/as/token" ? unclear : undefined);
    await receive(back);
    assert.equal((await grantNow())?.stage, "answered");
    test.clock.advance({ ms: 31_000 });
    await service.pollDue(1000);
    assert.equal(await grantNow(), undefined);
    bank.ways.intercept = undefined;
    assert.match((await receive(bank.desk.grant(await start()))) ?? "", /\/approve\/p-1$/);
    assert.equal(tokenRequests(), 3);
  });

  it("send no code that is ten minutes old", async () => {
    await fresh("before-order");
    const back = bank.desk.grant(await start());
    bank.ways.intercept = ({ path }) => (path === "/as/token" ? { status: 503 } : undefined);
    await receive(back);
    bank.ways.intercept = undefined;
    test.clock.advance({ minutes: 10 });
    await service.pollDue(1000);
    assert.deepEqual([await grantNow(), tokenRequests()], [undefined, 1]);
    assert.match((await receive(bank.desk.grant(await start()))) ?? "", /\/approve\/p-1$/);
  });

  const isOfServer = ({ path }: { path: string }) => !path.startsWith("/psd2/");

  it("do not prevent status requests during the redemption", async () => {
    await fresh("approval");
    const back = bank.desk.grant(await start());
    bank.ways.intercept = (request) => (isOfServer(request) ? { status: 503 } : undefined);
    await receive(back);
    assert.equal((await grantNow())?.stage, "answered");
    bank.settle("ACSC");
    await service.refreshLatest(transaction.id);
    assert.equal(await statusNow(), "succeeded");
  });

  it("do not prevent status requests if the token can't be renewed", async () => {
    await fresh("before-order");
    await receive(bank.desk.grant(await start()));
    test.clock.advance({ ms: 271_000 });
    bank.ways.intercept = (request) => (isOfServer(request) ? { status: 503 } : undefined);
    bank.settle("ACSC");
    await service.refreshLatest(transaction.id);
    assert.equal(await statusNow(), "succeeded");
  });

  it("do not prevent a cancellation at a bank that no longer accepts the token", async () => {
    await fresh("before-order");
    await receive(bank.desk.grant(await start()));
    // Only orders need a token, but one that is sent must be valid.
    bank.ways.needsToken = false;
    bank.ways.intercept = ({ headers }) =>
      headers["authorization"] === undefined
        ? undefined
        : { status: 401, body: { tppMessages: [{ category: "ERROR", code: "TOKEN_EXPIRED" }] } };
    const ended = await service.endUnpaid(transaction.id, "expired");
    assert.deepEqual([ended?.status, bank.payments()[0]?.status], ["failed", "CANC"]);
  });

  it("do not prevent status requests if the app secret is retired", async () => {
    await fresh("approval");
    await receive(bank.desk.grant(await start()));
    bank.settle("ACSC");
    const later = serviceWith("approval", createSeal(Buffer.alloc(32, 9)));
    await later.refreshLatest(transaction.id);
    assert.equal(await statusNow(), "succeeded");
  });

  it("renew a token that is about to expire", async () => {
    await fresh("before-order");
    await receive(bank.desk.grant(await start()));
    test.clock.advance({ ms: 271_000 });
    bank.desk.revokeAll();
    bank.settle("ACSC");
    await service.refreshLatest(transaction.id);
    assert.equal(await statusNow(), "succeeded");
  });

  it("renew a token once for many simultaneous requests", async () => {
    await fresh("before-order");
    await receive(bank.desk.grant(await start()));
    test.clock.advance({ ms: 271_000 });
    await Promise.all(Array.from({ length: 20 }, () => service.refreshLatest(transaction.id)));
    assert.equal(tokenRequests(), 2);
    bank.settle("ACSC");
    await service.refreshLatest(transaction.id);
    assert.equal(await statusNow(), "succeeded");
    assert.equal(tokenRequests(), 2);
  });

  it("renew a token after a crash, but not while another process may renew it", async () => {
    await fresh("before-order");
    await receive(bank.desk.grant(await start()));
    test.clock.advance({ ms: 271_000 });
    bank.ways.intercept = (request) => (isOfServer(request) ? { status: 503 } : undefined);
    await service.refreshLatest(transaction.id);
    bank.ways.intercept = undefined;
    await service.refreshLatest(transaction.id);
    assert.equal(tokenRequests(), 2);
    test.clock.advance({ ms: 30_000 });
    await service.refreshLatest(transaction.id);
    assert.equal(tokenRequests(), 3);
    const grant = await grantNow();
    assert.ok(grant?.stage === "granted" && grant.heldUntil === undefined);
  });

  it("do not renew a token again after a refusal", async () => {
    await fresh("before-order");
    await receive(bank.desk.grant(await start()));
    test.clock.advance({ ms: 271_000 });
    const refusal = { status: 400, body: { error: "invalid_grant" } };
    bank.ways.intercept = (request) => (isOfServer(request) ? refusal : undefined);
    await service.refreshLatest(transaction.id);
    await service.refreshLatest(transaction.id);
    assert.equal(tokenRequests(), 2);
  });

  it("refuse a server with another issuer, or one that is not configured", async () => {
    await fresh("approval");
    bank.desk.ways.issuer = "https://evil.example";
    await assert.rejects(start(), { message: NO_ADDRESS });
    bank.desk.ways.issuer = bank.desk.issuer;
    const other = await startXs2aBank({ tls, clientAuthority: authority.cert });
    other.desk.ways.issuer = bank.desk.issuer;
    bank.ways.intercept = ({ method, path }) =>
      method === "POST" && path.startsWith("/psd2/")
        ? {
            status: 201,
            body: {
              transactionStatus: "RCVD",
              paymentId: "p-1",
              _links: { scaOAuth: { href: other.desk.metadataUrl } },
            },
          }
        : undefined;
    await assert.rejects(start(), { message: NO_ADDRESS });
    assert.deepEqual(other.seen, []);
    await other.close();
  });

  it("end with their attempt if the payer takes too long, and send no order", async () => {
    await fresh("before-order");
    const back = bank.desk.grant(await start());
    await service.endUnpaid(transaction.id, "expired");
    await receive(back);
    assert.equal(await statusNow(), "failed");
    assert.deepEqual(ordersSent(), []);
    assert.equal((await current()).sealedGrant, null);
  });

  it("never log codes, verifiers or tokens, or store them unencrypted", async () => {
    await fresh("before-order");
    const back = bank.desk.grant(await start());
    bank.desk.ways.isDown = true;
    await receive(back);
    bank.desk.ways.isDown = false;
    test.clock.advance({ ms: 31_000 });
    const held = await grantNow();
    await service.pollDue(1000);
    const granted = await grantNow();
    assert.ok(held?.stage === "answered" && granted?.stage === "granted");
    const secrets = [
      back.searchParams.get("code"),
      held.request.verifier,
      granted.tokens.accessToken,
      granted.tokens.refreshToken,
    ];
    const rows = await database()
      .select()
      .from(paymentAttempts)
      .where(eq(paymentAttempts.id, (await current()).id));
    assert.ok(lines.length > 0);
    for (const secret of secrets) {
      assert.ok(secret);
      assert.ok(!lines.join("").includes(secret));
      assert.ok(!JSON.stringify(rows).includes(secret));
    }
  });
});
