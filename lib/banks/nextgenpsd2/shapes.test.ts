import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type BankConnector, BankError, type PaymentOrder } from "#lib/banks/connector.ts";
import { createNextGenPsd2Connector } from "./connector.ts";

const ORDER: PaymentOrder = {
  endToEndId: "E2E-1",
  requestId: "7a0f9f6e-3f39-4b6e-9a32-3f6f0d0c5a11",
  amount: 1250,
  currency: "EUR",
  payee: { iban: "NL91ABNA0417164300", name: "Corner Books" },
  remittance: "order-17",
  redirectUrl: "https://pay.example/return",
  nokRedirectUrl: "https://pay.example/return",
  payerIp: "198.51.100.7",
};
const HANDLE = { paymentId: "p-1", currency: "EUR" };
const SCA = "https://bank.example/sca/1";
const WHOLE = {
  endToEndIdentification: "E2E-1",
  instructedAmount: { currency: "EUR", amount: "12.50" },
  creditorAccount: { iban: "NL91ABNA0417164300" },
};

type Told = { status?: number; body?: unknown; text?: string; headers?: Record<string, string> };
type Options = Partial<Parameters<typeof createNextGenPsd2Connector>[0]>;
/** By `METHOD` and the path below the payment, such as `GET /status`. */
type Bank = Record<string, Told | undefined>;

const respond = ({ status = 200, body, text = JSON.stringify(body), headers }: Told) =>
  new Response(status === 204 || status === 304 ? null : (text ?? ""), {
    status,
    headers: { "content-type": "application/json", ...headers },
  });

function bankWith(bank: Bank, options: Options = {}) {
  const sent: { url: string; headers: Headers }[] = [];
  const connector = createNextGenPsd2Connector({
    baseUrl: "https://xs2a.bank.example/psd2",
    fetch: async (input, init) => {
      const { url, method, headers } = new Request(input, init);
      sent.push({ url, headers });
      const below = url.replace(/^.*-transfers(\/[^/]+)?/, "");
      const name = `${method} ${below || (method === "POST" ? "order" : "payment")}`;
      return respond(bank[name] ?? { status: 404, text: "<h1>Not found</h1>" });
    },
    ...options,
  });
  return { connector, sent };
}

async function resultOf(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    assert.ok(error instanceof BankError, `${error}`);
    return error.kind;
  }
}

const start = (order: Told, more: Bank = {}, options?: Options) =>
  bankWith({ "POST order": order, ...more }, options).connector.startPayment(ORDER);

const accepted = (links: unknown, more: object = {}, headers = {}): Told => ({
  status: 201,
  body: { paymentId: "p-1", transactionStatus: "RCVD", _links: links, ...more },
  headers,
});
const below = { startAuthorisation: { href: "/v1/start" } };
const started = (links: unknown, more: object = {}): Bank => ({
  "POST /authorisations": { status: 201, body: { _links: links, ...more } },
});
const SCA_STATUS = { href: "/v1/payments/sepa-credit-transfers/p-1/authorisations/1" };
const DECOUPLED = { "ASPSP-SCA-Approach": "DECOUPLED" };
const EMBEDDED = { "ASPSP-SCA-Approach": "EMBEDDED" };

describe("where a bank's answer sends the payer", () => {
  const long = `${SCA}?q=${"a".repeat(8_192 - SCA.length - 3)}`;
  const wait = (message?: string) => `wait: ${message}`;
  const addresses: [string, Told, string | undefined, Bank?][] = [
    ["an object", accepted({ scaRedirect: { href: SCA } }), SCA],
    ["a string", accepted({ scaRedirect: SCA }), SCA],
    ["all links as strings", accepted({ scaRedirect: SCA, self: "/a", status: "/b" }), SCA],
    ["8,192 characters", accepted({ scaRedirect: { href: long } }), long],
    ["more than 8,192", accepted({ scaRedirect: { href: `${long}b` } }), undefined],
    ["blanks around", accepted({ scaRedirect: ` ${SCA} ` }), SCA],
    ["host-relative", accepted({ scaRedirect: "/login" }), "https://xs2a.bank.example/login"],
    ["of the API", accepted({ scaRedirect: "/v1/x" }), "https://xs2a.bank.example/psd2/v1/x"],
    ["null", accepted({ scaRedirect: null }), undefined],
    ["empty", accepted({ scaRedirect: "" }), undefined],
    ["no links", accepted(undefined), undefined],
    ["links that are a list", accepted([]), undefined],
    [
      "null beside a start",
      accepted({ scaRedirect: null, ...below }),
      SCA,
      started({ scaRedirect: SCA }),
    ],
    [
      "empty beside a start",
      accepted({ scaRedirect: "", ...below }),
      SCA,
      started({ scaRedirect: SCA }),
    ],
    [
      "an empty object beside a start",
      accepted({ scaRedirect: {}, ...below }),
      SCA,
      started({ scaRedirect: SCA }),
    ],
    [
      "a start as a string",
      accepted({ startAuthorisation: "/v1/s" }),
      SCA,
      started({ scaRedirect: SCA }),
    ],
    [
      "a start with `scaStatus`",
      accepted(below),
      SCA,
      started({ scaRedirect: SCA }, { scaStatus: "received" }),
    ],
    ["a start that is not there", accepted(below), undefined],
    ["decoupled, by its header", accepted({ scaStatus: SCA_STATUS }, {}, DECOUPLED), wait()],
    [
      "decoupled, without links",
      accepted({}, { psuMessage: "Use the app" }, DECOUPLED),
      wait("Use the app"),
    ],
    ["decoupled, by its message", accepted({}, { psuMessage: "Use the app" }), wait("Use the app")],
    ["decoupled, by its SCA status", accepted({ scaStatus: SCA_STATUS }), wait()],
    [
      "decoupled after a start",
      accepted(below),
      wait("App"),
      started({ scaStatus: "/s" }, { psuMessage: "App" }),
    ],
    ["an address and a message", accepted({ scaRedirect: SCA }, { psuMessage: "Hello" }), SCA],
    [
      "embedded, by its header",
      accepted({ scaStatus: SCA_STATUS }, { psuMessage: "PIN" }, EMBEDDED),
      undefined,
    ],
    [
      "embedded, by its link",
      accepted({ updatePsuAuthentication: "/x", scaStatus: SCA_STATUS }),
      undefined,
    ],
    [
      "embedded start",
      accepted({ startAuthorisationWithPsuAuthentication: "/x", scaStatus: SCA_STATUS }),
      undefined,
    ],
    [
      "a lost address beside an SCA status",
      accepted({ scaRedirect: { href: 7 }, scaStatus: SCA_STATUS }),
      undefined,
    ],
    [
      "a redirect whose address is lost",
      accepted({ scaStatus: SCA_STATUS }, {}, { "aspsp-sca-approach": "REDIRECT" }),
      undefined,
    ],
    [
      "a name to send first",
      accepted({ startAuthorisationWithPsuIdentification: "/x", scaStatus: SCA_STATUS }),
      undefined,
    ],
  ];
  for (const [name, order, expected, more] of addresses) {
    it(`${name}`, async () => {
      const { paymentId, approval } = await start(order, more);
      assert.equal(paymentId, "p-1");
      const told = approval?.kind === "wait" ? wait(approval.message) : approval?.url;
      assert.equal(told, expected);
    });
  }

  it("shows a bank's own words in one line of printable text, of at most 500 characters", async () => {
    const written = async (psuMessage: unknown) => {
      const { approval } = await start(accepted({}, { psuMessage }, DECOUPLED));
      return approval?.kind === "wait" ? approval.message : "no wait";
    };
    assert.equal(await written(" Open\r\n\tthe \u202e\u0000app\u2028now "), "Open the app now");
    assert.equal(await written("<b>App</b> & more"), "<b>App</b> & more");
    assert.equal((await written("é".repeat(600)))?.length, 500);
    for (const none of ["", " \n", 7, null, ["a"], {}])
      assert.equal(await written(none), undefined);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 700 }), async (text) => {
        const shown = (await written(text)) ?? "-";
        assert.match(shown, /^[^\p{C}]+$/u);
        assert.ok(Array.from(shown).length <= 500);
      }),
      { numRuns: 200 },
    );
  });

  it("starts the approval with the payer's name where the bank asks for it", async () => {
    const links = { startAuthorisationWithPsuIdentification: "/x" };
    const bank = { "POST order": accepted(links), ...started({ scaRedirect: SCA }) };
    const { connector, sent } = bankWith(bank);
    const { approval } = await connector.startPayment({ ...ORDER, payerId: "jane" });
    assert.deepEqual(approval, { kind: "address", url: SCA });
    assert.deepEqual(
      sent.map(({ headers }) => headers.get("psu-id")),
      ["jane", "jane"],
    );
  });
});

describe("the bank's id of a payment", () => {
  const long = "a".repeat(1_000);
  const ids: [string, string, unknown][] = [
    ["text", '"p-1"', "p-1"],
    ["a number", "1234567", "1234567"],
    ["a number that a double would round", "12345678901234567890123", "12345678901234567890123"],
    ["1,000 characters", `"${long}"`, long],
    ["a slash", '"a/b"', "a/b"],
    ["more than 1,000", `"${long}a"`, "unexpected_answer"],
    ["a fraction", "1.5", "unexpected_answer"],
    ["an exponent", "1e400", "unexpected_answer"],
    ["a negative number", "-7", "unexpected_answer"],
    ["a control character", '"a\\u0000b"', "unexpected_answer"],
    ["half a character", '"a\\ud800"', "unexpected_answer"],
    ["a parent folder", '".."', "unexpected_answer"],
    ["null", "null", "unexpected_answer"],
    ["a list", '["p-1"]', "unexpected_answer"],
  ];
  for (const [name, written, expected] of ids) {
    it(`${name}, with and without a byte order mark`, async () => {
      for (const mark of ["", "\ufeff"]) {
        const text = `${mark}{"paymentId":${written},"_links":{"scaRedirect":"${SCA}"}}`;
        const result = await resultOf(start({ status: 201, text }));
        const id =
          typeof result === "object" ? (result as { paymentId: string }).paymentId : result;
        assert.equal(id, expected);
      }
    });
  }
});

describe("a refusal", () => {
  const error = { category: "ERROR", code: "FORMAT_ERROR", text: "Jane" };
  const refusals: [string, Told, string][] = [
    ["a list of messages", { status: 400, body: { tppMessages: [error] } }, "refused"],
    ["one message", { status: 400, body: { tppMessages: error } }, "refused"],
    [
      "the HTTP status as code",
      { status: 400, body: { tppMessages: [{ code: "400" }] } },
      "refused",
    ],
    [
      "one message with the HTTP status",
      { status: 400, body: { tppMessages: { code: 400 } } },
      "refused",
    ],
    [
      "a code in small letters",
      { status: 400, body: { tppMessages: [{ code: "format_error" }] } },
      "refused",
    ],
    ["a mixed code", { status: 400, body: { tppMessages: [{ code: "Format_Error" }] } }, "refused"],
    ["a problem", { status: 400, body: { type: "x", code: "PAYMENT_FAILED" } }, "refused"],
    [
      "RJCT at once",
      { status: 201, body: { paymentId: "p", transactionStatus: "RJCT" } },
      "refused",
    ],
    [
      "RJCT in a word",
      { status: 201, body: { paymentId: "p", transactionStatus: "Rejected" } },
      "refused",
    ],
    [
      "our certificate, in small letters",
      { status: 400, body: { tppMessages: { code: "certificate_expired" } } },
      "denied",
    ],
    [
      "a name for a code",
      { status: 400, body: { tppMessages: [{ code: "jane" }] } },
      "unexpected_answer",
    ],
    ["no code", { status: 400, body: { tppMessages: {} } }, "unexpected_answer"],
    ["a page", { status: 400, text: "<h1>Sorry</h1>" }, "unexpected_answer"],
    ["a sign-in page", { status: 200, text: "<h1>Sign in</h1>" }, "unexpected_answer"],
    ["401 in HTML", { status: 401, text: "<h1>Who?</h1>" }, "denied"],
    ["403", { status: 403, body: { tppMessages: [{ code: "SERVICE_BLOCKED" }] } }, "denied"],
    ["429", { status: 429, body: {} }, "unreachable"],
    ["503 in HTML", { status: 503, text: "<h1>Busy</h1>" }, "unreachable"],
    [
      "a redirect",
      { status: 302, headers: { location: "https://x.example" } },
      "unexpected_answer",
    ],
    ["415 without a body", { status: 415, text: "" }, "unexpected_answer"],
  ];
  for (const [name, order, expected] of refusals) {
    it(`${name} is ${expected}`, async () => {
      assert.equal(await resultOf(start(order)), expected);
    });
  }
});

const approved: Bank = {
  "GET /authorisations": { body: { authorisationIds: ["1"] } },
  "GET /authorisations/1": { body: { scaStatus: "finalised" } },
};
const unapproved: Bank = {
  ...approved,
  "GET /authorisations/1": { body: { scaStatus: "started" } },
};

async function read(word: unknown, more: Bank = {}, options?: Options): Promise<string> {
  const bank = {
    "GET /status": { body: { transactionStatus: word } },
    "GET payment": { body: WHOLE },
  };
  const { connector } = bankWith({ ...bank, ...more }, options);
  const report = await resultOf(connector.readPayment(HANDLE));
  if (typeof report === "string") return report;
  const { state, order } = report as Awaited<ReturnType<BankConnector["readPayment"]>>;
  return order ? `${state}, shown${order.endToEndId ? "" : " without id"}` : state;
}

describe("the status of a payment", () => {
  const WORDS: [string, string, string][] = [
    ["AcceptedSettlementCompleted", "succeeded, shown", "succeeded, shown"],
    ["acceptedSettlementCompleted", "succeeded, shown", "succeeded, shown"],
    ["AcceptedCreditSettlementCompleted", "succeeded, shown", "succeeded, shown"],
    ["AcceptedSettlementInProcess", "processing", "processing"],
    ["AcceptedCustomerProfile", "processing", "open"],
    ["Received", "processing", "open"],
    ["Pending", "processing", "open"],
    ["Rejected", "declined", "declined"],
    ["Cancelled", "cancelled", "cancelled"],
    ["PATC", "open", "open"],
    ["ACSC", "succeeded, shown", "succeeded, shown"],
    ["acsc", "unexpected_answer", "unexpected_answer"],
    ["BLCK", "unexpected_answer", "unexpected_answer"],
    ["DAS_CR", "unexpected_answer", "unexpected_answer"],
    ["Executed", "unexpected_answer", "unexpected_answer"],
    ["toString", "unexpected_answer", "unexpected_answer"],
  ];
  for (const [word, after, before] of WORDS) {
    it(`${word}: ${after}, and ${before} before the approval`, async () => {
      assert.deepEqual([await read(word, approved), await read(word, unapproved)], [after, before]);
    });
  }

  it("is a success only of the words of the standard for it, whatever else a bank writes", async () => {
    const known = /^(acs|acc)c$|settlementcompleted$/i;
    const anyWord = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.constantFrom("ACCP", "DAS_CR", "BLCK"),
    );
    await fc.assert(
      fc.asyncProperty(anyWord, async (word) => {
        if (!known.test(word)) assert.doesNotMatch(await read(word, approved), /succeeded/);
      }),
      { numRuns: 100 },
    );
  });

  it("may be the bank's own word, and its last word for an executed payment", async () => {
    const statuses = { DAS_I: "RCVD", DAS_SR: "ACSP", DAS_FAILED: "RJCT", BLCK: "PDNG" };
    const finalStatuses = ["ACCP", "DAS_CR"];
    const own = { statuses, finalStatuses };
    assert.equal(await read("DAS_I", unapproved, own), "open");
    assert.equal(await read("DAS_SR", {}, own), "processing");
    assert.equal(await read("DAS_FAILED", {}, own), "declined");
    assert.equal(await read("BLCK", {}, own), "processing");
    assert.equal(await read("DAS_CR", {}, own), "succeeded, shown");
    assert.equal(await read("ACCP", approved, own), "succeeded, shown");
    assert.equal(await read("ACSP", approved, own), "processing");
    // Also the word for an order that waits for the payer.
    assert.equal(await read("ACCP", unapproved, own), "open");
    assert.equal(await read("ACCP", {}, own), "processing");
  });

  it("is read from the order where the bank has no other place for it", async () => {
    const options = { statusInOrder: true, finalStatuses: ["ACCP"] };
    const payment = {
      "GET /status": undefined,
      "GET payment": { body: { ...WHOLE, transactionStatus: "ACCP" } },
    };
    assert.equal(await read("-", { ...payment, ...approved }, options), "succeeded, shown");
    assert.equal(await read("-", { ...payment, ...unapproved }, options), "open");
    assert.equal(await read("-", {}, options), "unexpected_answer");
  });

  it("leaves out the end-to-end id, as some banks do, and reads the amount in `content`", async () => {
    const { endToEndIdentification: _, ...rest } = WHOLE;
    assert.equal(
      await read("ACSC", { "GET payment": { body: rest } }),
      "succeeded, shown without id",
    );
    const content = { currency: "EUR", content: "12.50" };
    const body = { ...WHOLE, instructedAmount: content };
    assert.equal(await read("ACSC", { "GET payment": { body } }), "succeeded, shown");
    assert.equal(await read("ACSC", { "GET payment": { status: 404, text: "<p>" } }), "succeeded");
  });

  it("needs no list of approvals: a page, a refusal or 405 in its place hides it", async () => {
    for (const status of [404, 405, 410]) {
      const page = { "GET /authorisations": { status, text: "<h1>No</h1>" } };
      assert.equal(await read("PDNG", page), "processing", `${status}`);
      assert.equal(await read("PATC", page), "open");
    }
    const failing = { "GET /authorisations": { status: 503, text: "<h1>Busy</h1>" } };
    assert.equal(await read("PDNG", failing), "unreachable");
    const refused = { "GET /authorisations": { status: 401, text: "<h1>Who?</h1>" } };
    assert.equal(await read("PDNG", refused), "denied");
  });

  const ends: [string, Told, string][] = [
    ["204", { status: 204 }, "cancelled"],
    ["202 with an approval to start", { status: 202, body: { _links: below } }, "open"],
    ["405", { status: 405, body: { tppMessages: [{ code: "CANCELLATION_INVALID" }] } }, "open"],
    ["404 in HTML", { status: 404, text: "<p>" }, "open"],
  ];
  for (const [name, response, state] of ends) {
    it(`decides after a cancellation that is answered with ${name}`, async () => {
      const word = state === "cancelled" ? "CANC" : "RCVD";
      const { connector, sent } = bankWith({
        "DELETE payment": response,
        "GET /status": { body: { transactionStatus: word } },
        ...unapproved,
      });
      assert.equal((await connector.cancelPayment(HANDLE)).state, state);
      assert.deepEqual(
        new Set(sent.map(({ headers }) => headers.get("psu-ip-address"))),
        new Set(["127.0.0.1"]),
      );
    });
  }
});

describe("a bank's dialect of the API", () => {
  const urlOf = async (options: Options) => {
    const { connector, sent } = bankWith(
      { "POST order": accepted({ scaRedirect: "/v1/x" }) },
      options,
    );
    const { approval } = await connector.startPayment(ORDER);
    return [sent[0]?.url, approval?.kind === "address" && approval.url];
  };

  it("has its own version in the path, or none", async () => {
    const at = "https://xs2a.bank.example/psd2";
    const product = "payments/sepa-credit-transfers";
    assert.deepEqual(await urlOf({}), [`${at}/v1/${product}`, `${at}/v1/x`]);
    assert.equal((await urlOf({ version: "v1.1" }))[0], `${at}/v1.1/${product}`);
    const without = await urlOf({ version: "" });
    assert.deepEqual(without, [`${at}/${product}`, "https://xs2a.bank.example/v1/x"]);
  });

  it("prefers an approval elsewhere if configured", async () => {
    const preferencesOf = async (options: Options) => {
      const { connector, sent } = bankWith({ "POST order": accepted({}) }, options);
      await connector.startPayment(ORDER);
      const names = ["tpp-redirect-preferred", "tpp-decoupled-preferred", "psu-id"];
      return names.map((name) => sent[0]?.headers.get(name));
    };
    assert.deepEqual(await preferencesOf({}), ["true", null, null]);
    assert.deepEqual(await preferencesOf({ prefersDecoupled: true }), ["false", "true", null]);
  });

  it("gets our address with every request, and the payer's with the order", async () => {
    const { connector, sent } = bankWith(
      {
        "POST order": accepted({ scaRedirect: SCA }),
        "GET /status": { body: { transactionStatus: "RCVD" } },
        ...approved,
      },
      { ownIp: "192.0.2.1" },
    );
    await connector.startPayment(ORDER);
    await connector.readPayment(HANDLE);
    const ips = sent.map(({ headers }) => headers.get("psu-ip-address"));
    assert.deepEqual(ips, ["198.51.100.7", ...Array(3).fill("192.0.2.1")]);
  });

  it("lets a payer's token replace a configured one, in any spelling of the header", async () => {
    const { connector, sent } = bankWith(
      { "GET /status": { body: { transactionStatus: "PATC" } } },
      { headers: { authorization: "client-1" } },
    );
    await connector.readPayment(HANDLE);
    await connector.readPayment({ ...HANDLE, accessToken: "granted" });
    const sentWith = sent.map(({ headers }) => headers.get("authorization"));
    assert.deepEqual(sentWith, ["client-1", "Bearer granted"]);
  });
});
