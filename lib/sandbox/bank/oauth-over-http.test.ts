import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { after, before, it } from "node:test";
import { createAdaptorServer } from "@hono/node-server";
import type { BankOAuth, GrantRequest, PaymentOrder } from "#lib/banks/connector.ts";
import { createBankDirectory } from "#lib/banks/directory/directory.ts";
import { createSeal } from "#lib/platform/crypto/seal.ts";
import { sandboxBankGrants } from "#lib/sandbox/model/schema.ts";
import { addressOf } from "#lib/testing/approval.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createFakeClock } from "#lib/testing/fake-clock.ts";
import { createSandboxBankApi } from "./api.ts";
import { createAutomation } from "./automation.ts";
import { createSandboxOAuth, type SandboxOAuth } from "./oauth.ts";
import { createSandboxBank, type SandboxBank } from "./service.ts";

const RETURN_URL = "http://127.0.0.1/bank/return";
const CREDENTIAL = "ours";

onDatabase("OAuth2 before the order at the sandbox bank, over HTTP", (database) => {
  const clock = createFakeClock();
  let server: ReturnType<typeof createAdaptorServer>;
  let baseUrl: string;
  let bank: SandboxBank;
  let desk: SandboxOAuth;

  before(async () => {
    let handle: (request: Request) => Response | Promise<Response> = () => Response.error();
    server = createAdaptorServer({ fetch: (request) => handle(request) });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    baseUrl = `http://127.0.0.1:${port}/sandbox/bank`;
    const deps = { db: database(), clock, baseUrl };
    bank = createSandboxBank({ ...deps, returnUrls: ["http://127.0.0.1/pay"] });
    desk = createSandboxOAuth({
      ...deps,
      seal: createSeal(Buffer.alloc(32, 5)),
      returnUrl: RETURN_URL,
    });
    const options = { credentials: [CREDENTIAL], oauth: desk };
    const api = createSandboxBankApi(bank, async () => true, options);
    handle = (request) => api.fetch(request);
  });
  after(() => new Promise((resolve) => server.close(resolve)));

  function connect(sandboxCredential = CREDENTIAL) {
    const directory = createBankDirectory({
      sandboxBankUrl: baseUrl,
      sandboxCredential,
      sandboxEnabled: async () => true,
      grantReturnUrl: RETURN_URL,
      now: () => clock.now(),
    });
    const connector = directory.connectorFor("sandbox-oauth", "test");
    assert.ok(connector?.oauth?.isBeforeOrder);
    return { connector, oauth: connector.oauth };
  }

  const orderOf = (values: Partial<PaymentOrder> = {}): PaymentOrder => ({
    endToEndId: `E2E-${randomUUID().slice(0, 8)}`,
    requestId: randomUUID(),
    amount: 1250,
    currency: "EUR",
    payee: { iban: "NL91ABNA0417164300", name: "Corner Books" },
    remittance: "order-17",
    redirectUrl: "http://127.0.0.1/return",
    nokRedirectUrl: "http://127.0.0.1/refused",
    payerIp: undefined,
    ...values,
  });

  const fieldsOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

  /** As the payer's browser brings it back. */
  async function comeBack(oauth: BankOAuth, decision: "grant" | "deny" = "grant") {
    const { approvalUrl, request } = await oauth.ask(randomUUID());
    assert.ok(approvalUrl.startsWith(`${baseUrl}/authorize?`));
    const asked = desk.readRequest(fieldsOf(approvalUrl));
    assert.ok(asked);
    const back = desk[decision](asked);
    assert.ok(back.startsWith(`${RETURN_URL}?`));
    return { response: oauth.readResponse(new URL(back).searchParams, request), request };
  }

  async function codeFor(oauth: BankOAuth) {
    const { response, request } = await comeBack(oauth);
    assert.ok("parameters" in response);
    return { parameters: response.parameters, request };
  }

  async function tokenFor(oauth: BankOAuth) {
    const { parameters, request } = await codeFor(oauth);
    return (await oauth.redeem(parameters, request)).accessToken;
  }

  const countGrants = () => database().$count(sandboxBankGrants);

  it("takes the order with a payer's token, and pays it", async () => {
    const { connector, oauth } = connect();
    const { parameters, request } = await codeFor(oauth);
    const { accessToken, expiresAt, refreshToken } = await oauth.redeem(parameters, request);
    assert.equal(expiresAt, clock.now().getTime() + 5 * 60_000);
    assert.equal(refreshToken, undefined);
    const started = await connector.startPayment(orderOf({ accessToken }));
    await createAutomation(baseUrl)(addressOf(started) ?? "", "approve");
    const { paymentId } = started;
    const report = await connector.readPayment({ paymentId, currency: "EUR", accessToken });
    assert.equal(report.state, "succeeded");
  });

  it("hands back the payer's refusal", async () => {
    const { response } = await comeBack(connect().oauth, "deny");
    assert.deepEqual(response, { refusal: "access_denied" });
  });

  it("refuses an order without a token, with a made-up and with an expired one", async () => {
    const { connector, oauth } = connect();
    const accessToken = await tokenFor(oauth);
    for (const [values, code] of [
      [{}, "TOKEN_UNKNOWN"],
      [{ accessToken: "a".repeat(43) }, "TOKEN_UNKNOWN"],
      [{ accessToken: "' or true --" }, "TOKEN_UNKNOWN"],
    ] as const) {
      await assert.rejects(connector.startPayment(orderOf(values)), { kind: "denied", code });
    }
    clock.advance({ minutes: 5, ms: -1 });
    const order = orderOf({ accessToken });
    await connector.startPayment(order);
    clock.advance({ ms: 1 });
    await assert.rejects(connector.startPayment(order), { kind: "denied", code: "TOKEN_EXPIRED" });
  });

  it("takes one order per token, any number of times", async () => {
    const { connector, oauth } = connect();
    const accessToken = await tokenFor(oauth);
    const order = orderOf({ accessToken });
    const started = [await connector.startPayment(order), await connector.startPayment(order)];
    assert.equal(started[0]?.paymentId, started[1]?.paymentId);
    const other = connector.startPayment(orderOf({ accessToken }));
    await assert.rejects(other, { kind: "denied", code: "TOKEN_INVALID" });
  });

  it("redeems a code once, and revokes its token when it is shown again", async () => {
    const { connector, oauth } = connect();
    const { parameters, request } = await codeFor(oauth);
    const redeem = () => oauth.redeem(parameters, request);
    const results = await Promise.allSettled([redeem(), redeem(), redeem()]);
    const redeemed = results.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    assert.equal(redeemed.length, 1);
    await assert.rejects(redeem(), { kind: "refused", code: "invalid_grant" });
    const order = orderOf({ accessToken: redeemed[0]?.accessToken });
    await assert.rejects(connector.startPayment(order), { code: "TOKEN_UNKNOWN" });
  });

  it("redeems a code only with its verifier, within a minute, and only one of its own", async () => {
    const { oauth } = connect();
    const { parameters, request } = await codeFor(oauth);
    const before = await countGrants();
    const refused = (change: Partial<GrantRequest>, given = parameters) =>
      assert.rejects(oauth.redeem(given, { ...request, ...change }), {
        kind: "refused",
        code: "invalid_grant",
      });
    await refused({ verifier: "v".repeat(43) });
    const altered = new URLSearchParams(parameters);
    altered.set("code", `${altered.get("code")}A`);
    await refused({}, altered.toString());
    clock.advance({ minutes: 1, ms: -1 });
    await oauth.redeem(parameters, request);
    const late = await codeFor(oauth);
    clock.advance({ minutes: 1 });
    const redeemed = oauth.redeem(late.parameters, late.request);
    await assert.rejects(redeemed, { kind: "refused", code: "invalid_grant" });
    assert.equal(await countGrants(), before + 1);
  });

  it("shows its page only for our own client, address and scope, with PKCE", async () => {
    const { approvalUrl } = await connect().oauth.ask("a-state");
    const fields = fieldsOf(approvalUrl);
    assert.ok(desk.readRequest(fields));
    for (const [name, value] of [
      ["redirect_uri", "https://evil.example/bank/return"],
      ["redirect_uri", `${RETURN_URL}/`],
      ["redirect_uri", `${RETURN_URL}?next=https://evil.example`],
      ["redirect_uri", [RETURN_URL, RETURN_URL]],
      ["client_id", "someone"],
      ["scope", "AIS"],
      ["response_type", "token"],
      ["code_challenge_method", "plain"],
      ["code_challenge", "a".repeat(44)],
      ["state", "s".repeat(513)],
      ["state", "line\nbreak"],
    ] as const) {
      assert.equal(desk.readRequest({ ...fields, [name]: value }), undefined, name);
    }
    for (const name of Object.keys(fields)) {
      const { [name]: _, ...rest } = fields;
      assert.equal(desk.readRequest(rest), undefined, name);
    }
  });

  it("stores nothing before a code is redeemed, and forgets expired tokens", async () => {
    const { oauth } = connect();
    const before = await countGrants();
    const { parameters, request } = await codeFor(oauth);
    assert.equal(await countGrants(), before);
    await oauth.redeem(parameters, request);
    await bank.purge(90);
    assert.ok((await countGrants()) >= 1, "too early");
    clock.advance({ minutes: 5, ms: 1 });
    await bank.purge(90);
    assert.equal(await countGrants(), 0);
  });

  it("serves its metadata and tokens to our own processes only", async () => {
    const { oauth } = connect();
    const { parameters, request } = await codeFor(oauth);
    const stranger = connect("theirs").oauth;
    await assert.rejects(stranger.ask("a-state"), { name: "BankError" });
    const before = await countGrants();
    await assert.rejects(stranger.redeem(parameters, request), { kind: "refused" });
    assert.equal(await countGrants(), before);
  });

  it("refuses requests for a token in any other form", async () => {
    const { parameters, request } = await codeFor(connect().oauth);
    const form: Record<string, string> = {
      grant_type: "authorization_code",
      client_id: "bankside",
      code: new URLSearchParams(parameters).get("code") ?? "",
      redirect_uri: RETURN_URL,
      code_verifier: request.verifier,
    };
    const send = async (body: URLSearchParams | string) => {
      const url = `${baseUrl}/v1/oauth/token`;
      const headers = { "tpp-credential": CREDENTIAL };
      const response = await fetch(url, { method: "POST", headers, body });
      const answer = (await response.json()) as { error?: string };
      return [response.status, answer.error];
    };
    const before = await countGrants();
    for (const [change, error] of [
      [{ client_id: "someone" }, "invalid_client"],
      [{ grant_type: "refresh_token" }, "unsupported_grant_type"],
      [{ redirect_uri: "https://evil.example/bank/return" }, "invalid_grant"],
      [{ code_verifier: "short" }, "invalid_request"],
      [{ code: "c".repeat(1025) }, "invalid_request"],
    ] as const) {
      assert.deepEqual(await send(new URLSearchParams({ ...form, ...change })), [400, error]);
    }
    const twice = `${new URLSearchParams(form)}&client_id=bankside`;
    assert.deepEqual(await send(new URLSearchParams(twice)), [400, "invalid_request"]);
    assert.deepEqual(await send(JSON.stringify(form)), [400, "invalid_request"]);
    assert.equal(await countGrants(), before);
    assert.deepEqual(await send(new URLSearchParams(form)), [200, undefined]);
  });
});
