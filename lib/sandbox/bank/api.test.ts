import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { it } from "node:test";
import { systemClock } from "#lib/platform/clock/clock.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createSandboxBankApi } from "./api.ts";
import { createSandboxBank } from "./service.ts";

const BASE = "https://bank.example/sandbox/bank";
const SEPA = "/v1/payments/sepa-credit-transfers";
const BODY = {
  endToEndIdentification: "E2E-1",
  instructedAmount: { currency: "EUR", amount: "12.50" },
  creditorAccount: { iban: "NL91ABNA0417164300" },
  creditorName: "Corner Books",
  remittanceInformationUnstructured: "order-17",
};
const headersOf = () => ({
  "content-type": "application/json",
  "x-request-id": randomUUID(),
  "psu-ip-address": "198.51.100.7",
  "tpp-redirect-uri": "https://pay.example/return",
});

type Sent = { method?: string; headers?: Record<string, string | undefined>; body?: unknown };
type Answer = {
  transactionStatus?: string;
  paymentId: string;
  _links: Record<"scaRedirect" | "self" | "status" | "scaStatus", { href: string }>;
};

onDatabase("sandbox bank API", (database) => {
  const bankOf = () =>
    createSandboxBank({
      db: database(),
      clock: systemClock,
      baseUrl: BASE,
      returnUrls: ["https://pay.example/pay", "https://secure.example/in-app"],
    });
  const apiOf = (enabled = true) => createSandboxBankApi(bankOf(), async () => enabled);

  async function send(path: string, { method = "POST", headers, body }: Sent = {}, api = apiOf()) {
    const present = Object.entries({ ...headersOf(), ...headers }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    return api.request(`${BASE}${path}`, {
      method,
      headers: Object.fromEntries(present),
      ...(method === "POST"
        ? { body: typeof body === "string" ? body : JSON.stringify(body ?? BODY) }
        : {}),
    });
  }

  const get = (path: string) => send(path, { method: "GET" });

  async function codeOf(response: Response): Promise<string | undefined> {
    const answer = (await response.json()) as { tppMessages: { category: string; code: string }[] };
    assert.equal(answer.tppMessages[0]?.category, "ERROR");
    return answer.tppMessages[0]?.code;
  }

  async function begin(
    headers: Sent["headers"] = {},
  ): Promise<Answer & { path: string; automation: string }> {
    const response = await send(SEPA, { headers });
    assert.equal(response.status, 201, await response.clone().text());
    const answer = (await response.json()) as Answer;
    const token = answer._links.scaRedirect.href.split("/").at(-1);
    return { ...answer, path: `${SEPA}/${answer.paymentId}`, automation: `/automation/${token}` };
  }

  const act = (automation: string, outcome: string) => send(automation, { body: { outcome } });

  it("accepts payments only from a payment service with one of its credentials", async () => {
    const isKnown = async (credential: string | undefined, path: string, method: string) => {
      const options = { credentials: ["newest", "older"] };
      const api = createSandboxBankApi(bankOf(), async () => true, options);
      const headers = { "tpp-credential": credential };
      return (await send(path, { method, headers }, api)).status;
    };
    const { path, automation } = await begin();
    for (const credential of [undefined, "", "newer", "newest,older"]) {
      assert.equal(await isKnown(credential, SEPA, "POST"), 401, credential);
      assert.equal(await isKnown(credential, path, "GET"), 401, credential);
      assert.equal(await isKnown(credential, path, "DELETE"), 401, credential);
    }
    for (const credential of ["newest", "older"]) {
      assert.equal(await isKnown(credential, SEPA, "POST"), 201);
      assert.equal(await isKnown(credential, path, "GET"), 200);
    }
    // The automation address is itself a secret.
    assert.equal(await isKnown(undefined, automation, "POST"), 400);
  });

  it("accepts a payment and links to its resources", async () => {
    const headers = headersOf();
    const response = await send(SEPA, { headers });
    const answer = (await response.json()) as Answer;
    const self = `${BASE}${SEPA}/${answer.paymentId}`;
    assert.equal(response.status, 201);
    assert.equal(response.headers.get("location"), self);
    assert.equal(response.headers.get("aspsp-sca-approach"), "REDIRECT");
    assert.equal(response.headers.get("x-request-id"), headers["x-request-id"]);
    assert.equal(answer.transactionStatus, "RCVD");
    assert.match(
      answer._links.scaRedirect.href,
      /^https:\/\/bank\.example\/sandbox\/bank\/approve\/[\w-]{43}$/,
    );
    assert.deepEqual(await (await get(`${SEPA}/${answer.paymentId}`)).json(), {
      transactionStatus: "RCVD",
      ...BODY,
    });
    const status = await get(answer._links.status.href.slice(BASE.length));
    assert.deepEqual(await status.json(), { transactionStatus: "RCVD" });
    const sca = await get(answer._links.scaStatus.href.slice(BASE.length));
    assert.deepEqual(await sca.json(), { scaStatus: "received" });
    const list = await get(`${SEPA}/${answer.paymentId}/authorisations`);
    assert.deepEqual(await list.json(), { authorisationIds: ["1"] });
  });

  it("returns the same payment for a repeated X-Request-ID in upper or lower case", async () => {
    const requestId = randomUUID();
    const first = await begin({ "x-request-id": requestId });
    const again = await begin({ "x-request-id": requestId.toUpperCase() });
    assert.equal(again.paymentId, first.paymentId);
    const other = await send(SEPA, {
      headers: { "x-request-id": requestId },
      body: { ...BODY, creditorName: "Someone Else" },
    });
    assert.equal(other.status, 400);
    assert.equal(await codeOf(other), "PARAMETER_NOT_CONSISTENT");
  });

  it("shows the approved payment with its debtor", async () => {
    const { path, automation, _links } = await begin();
    const decided = await act(automation, "approve");
    assert.deepEqual(await decided.json(), { transactionStatus: "ACSC" });
    const payment = (await (await get(path)).json()) as { debtorAccount: { iban: string } };
    assert.match(payment.debtorAccount.iban, /^DE\d{20}$/);
    const sca = await get(_links.scaStatus.href.slice(BASE.length));
    assert.deepEqual(await sca.json(), { scaStatus: "finalised" });
  });

  it("reports insufficient funds", async () => {
    const { path, automation } = await begin();
    await act(automation, "insufficient_funds");
    assert.deepEqual(await (await get(`${path}/status`)).json(), {
      transactionStatus: "RJCT",
      fundsAvailable: false,
    });
  });

  it("cancels a payment before its approval, and repeats that response", async () => {
    const { path } = await begin();
    assert.equal((await send(path, { method: "DELETE" })).status, 204);
    assert.equal((await send(path, { method: "DELETE" })).status, 204);
    assert.deepEqual(await (await get(`${path}/status`)).json(), { transactionStatus: "CANC" });
  });

  for (const outcome of ["approve", "accept", "decline"]) {
    it(`refuses to cancel after ${outcome}`, async () => {
      const { path, automation } = await begin();
      const { transactionStatus } = (await (await act(automation, outcome)).json()) as Answer;
      const refused = await send(path, { method: "DELETE" });
      assert.equal(refused.status, 405);
      assert.equal(await codeOf(refused), "CANCELLATION_INVALID");
      assert.deepEqual(
        await (await get(`${path}/status`)).json().then(({ transactionStatus: now }) => now),
        transactionStatus,
      );
    });
  }

  it("performs each automated outcome once, and refuses those that can't follow", async () => {
    const { automation } = await begin();
    assert.equal((await act(automation, "settle")).status, 409);
    assert.deepEqual(await (await act(automation, "accept")).json(), { transactionStatus: "ACSP" });
    assert.equal((await act(automation, "decline")).status, 409);
    for (let time = 0; time < 2; time++) {
      assert.deepEqual(await (await act(automation, "settle")).json(), {
        transactionStatus: "ACSC",
      });
    }
    const refused = await act(automation, "cancel");
    assert.equal(await codeOf(refused), "STATUS_INVALID");
  });

  const wrongHeaders: [string, Record<string, string | undefined>, number][] = [
    ["no X-Request-ID", { "x-request-id": undefined }, 400],
    ["an X-Request-ID that is no UUID", { "x-request-id": "17" }, 400],
    ["no PSU-IP-Address", { "psu-ip-address": undefined }, 400],
    ["a PSU-IP-Address that is none", { "psu-ip-address": "localhost" }, 400],
    ["no TPP-Redirect-URI", { "tpp-redirect-uri": undefined }, 400],
    ["an unclear preference", { "tpp-redirect-preferred": "yes" }, 400],
    ["no content type", { "content-type": undefined }, 415],
    ["a form", { "content-type": "application/x-www-form-urlencoded" }, 415],
    ["JSON in Latin 1", { "content-type": "application/json; charset=iso-8859-1" }, 415],
  ];
  for (const [name, headers, status] of wrongHeaders) {
    it(`refuses ${name}`, async () => {
      const response = await send(SEPA, { headers });
      assert.equal(response.status, status);
      assert.equal(
        await codeOf(response),
        status === 415 ? "CONTENT_TYPE_INVALID" : "FORMAT_ERROR",
      );
    });
  }

  const amount = (text: unknown, currency = "EUR") => ({
    ...BODY,
    instructedAmount: { currency, amount: text },
  });
  const wrongBodies: [string, unknown][] = [
    ["broken JSON", '{"creditorName":'],
    ["an empty body", ""],
    ["an array", []],
    ["null", "null"],
    ["no amount", { ...BODY, instructedAmount: undefined }],
    ["a zero amount", amount("0.00")],
    ["a negative amount", amount("-1.00")],
    ["a number as amount", amount(12.5)],
    ["a third decimal of euros", amount("12.505")],
    ["an exponent", amount("1e3")],
    ["a huge amount", amount("99999999999999")],
    ["a currency in lower case", amount("12.50", "eur")],
    ["an unknown currency", amount("12.50", "XYZ")],
    ["crowns as a SEPA transfer", amount("12.50", "SEK")],
    ["a wrong IBAN", { ...BODY, creditorAccount: { iban: "NL00ABNA0417164300" } }],
    ["no IBAN", { ...BODY, creditorAccount: {} }],
    ["a wrong debtor IBAN", { ...BODY, debtorAccount: { iban: "NL" } }],
    ["no creditor name", { ...BODY, creditorName: "" }],
    ["a long creditor name", { ...BODY, creditorName: "n".repeat(71) }],
    ["a line break in the remittance", { ...BODY, remittanceInformationUnstructured: "a\nb" }],
    ["a long remittance", { ...BODY, remittanceInformationUnstructured: "r".repeat(141) }],
    ["a long end-to-end id", { ...BODY, endToEndIdentification: "e".repeat(36) }],
    ["an unknown field", { ...BODY, urgent: true }],
  ];
  for (const [name, body] of wrongBodies) {
    it(`refuses ${name}`, async () => {
      const response = await send(SEPA, { body });
      assert.equal(response.status, 400);
      assert.equal(await codeOf(response), "FORMAT_ERROR");
    });
  }

  it("refuses a body that is too large", async () => {
    const response = await send(SEPA, { body: `"${"x".repeat(70_000)}"` });
    assert.equal(response.status, 413);
    assert.equal(await codeOf(response), "PAYLOAD_TOO_LARGE");
  });

  const nowhere: [string, string, string, number, string][] = [
    ["an unknown product", "POST", "/v1/payments/target-2-payments", 404, "PRODUCT_UNKNOWN"],
    ["another service", "POST", "/v1/bulk-payments/sepa-credit-transfers", 405, "SERVICE_INVALID"],
    ["another method on a product", "PUT", SEPA, 405, "SERVICE_INVALID"],
    ["another method on a payment", "POST", `${SEPA}/p`, 405, "SERVICE_INVALID"],
    ["an unknown payment", "GET", `${SEPA}/p`, 404, "RESOURCE_UNKNOWN"],
    ["the status of an unknown payment", "GET", `${SEPA}/p/status`, 404, "RESOURCE_UNKNOWN"],
    [
      "the authorisations of an unknown payment",
      "GET",
      `${SEPA}/p/authorisations`,
      404,
      "RESOURCE_UNKNOWN",
    ],
    ["the cancelling of an unknown payment", "DELETE", `${SEPA}/p`, 404, "RESOURCE_UNKNOWN"],
    ["an unknown path", "GET", "/v2/consents", 404, "RESOURCE_UNKNOWN"],
  ];
  for (const [name, method, path, status, code] of nowhere) {
    it(`refuses ${name}`, async () => {
      const response = await send(path, { method });
      assert.equal(response.status, status);
      assert.equal(await codeOf(response), code);
    });
  }

  it("shows a payment under its own product only, with its one authorisation", async () => {
    const { paymentId, path } = await begin();
    const elsewhere = await get(`/v1/payments/instant-sepa-credit-transfers/${paymentId}`);
    assert.equal(elsewhere.status, 404);
    assert.equal((await get(`${path}/authorisations/2`)).status, 404);
    const unnamed = await send(path, { method: "GET", headers: { "x-request-id": "17" } });
    assert.equal(unnamed.status, 400);
  });

  it("refuses automation of unknown payments and outcomes", async () => {
    const { automation, paymentId } = await begin();
    assert.equal((await act(`/automation/${paymentId}`, "approve")).status, 404);
    assert.equal((await act(automation, "explode")).status, 400);
    assert.equal((await send(automation, { body: {} })).status, 400);
    const form = { "content-type": "text/plain" };
    assert.equal(
      (await send(automation, { headers: form, body: { outcome: "approve" } })).status,
      415,
    );
  });

  it("does not exist when the sandbox is off", async () => {
    const { path, automation } = await begin();
    const off = apiOf(false);
    for (const [method, at] of [
      ["POST", SEPA],
      ["GET", path],
      ["POST", automation],
    ] as const) {
      const response = await send(at, { method, body: { outcome: "approve" } }, off);
      assert.equal(response.status, 404, at);
    }
    assert.deepEqual(await (await get(`${path}/status`)).json(), { transactionStatus: "RCVD" });
  });

  it("reveals nothing about an internal failure", async () => {
    const failures: unknown[] = [];
    const bank = bankOf();
    const broken = {
      ...bank,
      find: async () => {
        throw new Error("secret");
      },
    };
    const onFailure = (error: unknown) => failures.push(error);
    const api = createSandboxBankApi(broken, async () => true, { onFailure });
    const response = await send(`${SEPA}/p`, { method: "GET" }, api);
    assert.equal(response.status, 500);
    assert.doesNotMatch(await response.text(), /secret/);
    assert.equal(failures.length, 1);
  });
});
