import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { delay, HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { BankError, type PaymentOrder } from "#lib/banks/connector.ts";
import { addressOf } from "#lib/testing/approval.ts";
import { createNextGenPsd2Connector } from "./connector.ts";
import type { Dropped } from "./json.ts";

const BASE = "https://xs2a.bank.example/psd2";
const PAYMENTS = `${BASE}/v1/payments/sepa-credit-transfers`;
const PAYMENT = `${PAYMENTS}/p-1`;
const HANDLE = { paymentId: "p-1", currency: "EUR" };
const ORDER: PaymentOrder = {
  endToEndId: "E2E-1",
  requestId: "7a0f9f6e-3f39-4b6e-9a32-3f6f0d0c5a11",
  amount: 1250,
  currency: "EUR",
  payee: { iban: "NL91ABNA0417164300", name: "Corner Books" },
  remittance: "order-17",
  redirectUrl: "https://pay.example/return?state=s",
  nokRedirectUrl: "https://pay.example/refused?state=s",
  payerIp: "198.51.100.7",
};
const ACCEPTED = {
  transactionStatus: "RCVD",
  paymentId: "p-1",
  _links: { scaRedirect: { href: "https://bank.example/approve/1" } },
};
const REPEATED = {
  endToEndIdentification: "E2E-1",
  instructedAmount: { currency: "EUR", amount: "12.5" },
  creditorAccount: { iban: "NL91 ABNA 0417 1643 00" },
};
const refusal = (code: string) => ({
  tppMessages: [{ category: "ERROR", code, text: "Jane Doe" }],
});

const server = setupServer();
const connector = createNextGenPsd2Connector({ baseUrl: `${BASE}/`, timeoutMs: 300 });

before(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => server.resetHandlers());
after(() => server.close());

async function failure(work: Promise<unknown>): Promise<BankError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof BankError, `expected a BankError, got ${error}`);
  return error;
}

const answerStart = (response: () => Response | Promise<Response>) =>
  server.use(http.post(PAYMENTS, response));
const answerStatus = (transactionStatus: string) =>
  server.use(http.get(`${PAYMENT}/status`, () => HttpResponse.json({ transactionStatus })));

describe("starting a payment", () => {
  it("sends the order with the standard's headers and returns the approval address", async () => {
    let sent: { headers: Headers; body: unknown } | undefined;
    server.use(
      http.post(PAYMENTS, async ({ request }) => {
        sent = { headers: request.headers, body: await request.json() };
        return HttpResponse.json(ACCEPTED, { status: 201 });
      }),
    );
    assert.deepEqual(await connector.startPayment(ORDER), {
      paymentId: "p-1",
      approval: { kind: "address", url: "https://bank.example/approve/1" },
      report: { state: "open", bankStatus: "RCVD" },
    });
    const header = (name: string) => sent?.headers.get(name);
    assert.equal(header("x-request-id"), ORDER.requestId);
    assert.equal(header("psu-ip-address"), "198.51.100.7");
    assert.equal(header("tpp-redirect-uri"), ORDER.redirectUrl);
    assert.equal(header("tpp-nok-redirect-uri"), ORDER.nokRedirectUrl);
    assert.equal(header("tpp-redirect-preferred"), "true");
    assert.equal(header("tpp-explicit-authorisation-preferred"), "false");
    assert.equal(header("content-type"), "application/json");
  });

  it("is open after every harmless code in the bank's first response", async () => {
    for (const transactionStatus of ["ACTC", "PDNG", "ACCP"]) {
      answerStart(() => HttpResponse.json({ ...ACCEPTED, transactionStatus }, { status: 201 }));
      const { report } = await connector.startPayment(ORDER);
      assert.deepEqual(report, { state: "open", bankStatus: transactionStatus });
    }
  });

  it("names the code and the field of a refusal in both forms of the standard", async () => {
    const error = (code: string, more = {}) => ({ category: "ERROR", code, text: "Jane", ...more });
    const warning = { category: "WARNING", code: "STATUS_INVALID" };
    const forms: [unknown, string][] = [
      [
        { tppMessages: [warning, error("FORMAT_ERROR", { path: "creditorAccount.iban" })] },
        "the bank answered 400 FORMAT_ERROR at creditorAccount.iban",
      ],
      [
        { tppMessages: ["?", error("PAYMENT_FAILED", { path: "IBAN NL91 is wrong" })] },
        "the bank answered 400 PAYMENT_FAILED",
      ],
      [{ tppMessages: [warning] }, "the bank answered 400 STATUS_INVALID"],
      [
        { type: "https://bank.example/e", title: "Jane", additionalErrors: [{ code: "A_B_C" }] },
        "the bank answered 400 A_B_C",
      ],
    ];
    for (const [body, message] of forms) {
      answerStart(() => HttpResponse.json(body as object, { status: 400 }));
      const { kind, message: told } = await failure(connector.startPayment(ORDER));
      assert.deepEqual([kind, told], ["refused", message]);
    }
  });

  it("starts the authorisation where the bank requires it, identically on each request", async () => {
    const ids: (string | null)[] = [];
    const links = { startAuthorisation: { href: "https://elsewhere.example/not-followed" } };
    answerStart(() => HttpResponse.json({ ...ACCEPTED, _links: links }, { status: 201 }));
    server.use(
      http.post(`${PAYMENT}/authorisations`, async ({ request }) => {
        ids.push(request.headers.get("x-request-id"));
        assert.equal(request.headers.get("tpp-redirect-uri"), ORDER.redirectUrl);
        assert.deepEqual(await request.json(), {});
        const body = { scaStatus: "received", authorisationId: "a", _links: ACCEPTED._links };
        return HttpResponse.json(body, { status: 201 });
      }),
    );
    const urls = [await connector.startPayment(ORDER), await connector.startPayment(ORDER)];
    const [, again] = urls;
    assert.ok(again);
    assert.equal(addressOf(again), "https://bank.example/approve/1");
    assert.equal(new Set(ids).size, 1);
    assert.notEqual(ids[0], ORDER.requestId);
    assert.match(
      ids[0] ?? "",
      /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });

  it("refuses an approval at an OAuth2 server that is not configured", async () => {
    const links = { scaOAuth: { href: "https://login.bank.example/metadata" } };
    answerStart(() => HttpResponse.json({ ...ACCEPTED, _links: links }, { status: 201 }));
    assert.equal(addressOf(await connector.startPayment(ORDER)), undefined);
  });

  it("sends a bank's extra fields, and prefers the explicit start if configured", async () => {
    let sent: Headers | undefined;
    server.use(
      http.post(PAYMENTS, ({ request }) => {
        sent = request.headers;
        return HttpResponse.json(ACCEPTED, { status: 201 });
      }),
    );
    const headers = { "X-Api-Version": "7" };
    const own = createNextGenPsd2Connector({ baseUrl: BASE, headers, explicitStart: true });
    await own.startPayment({ ...ORDER, accessToken: "granted" });
    assert.equal(sent?.get("x-api-version"), "7");
    assert.equal(sent?.get("tpp-explicit-authorisation-preferred"), "true");
    assert.equal(sent?.get("authorization"), "Bearer granted");
    const ipOf = async (onlyIpv4: boolean) => {
      const options = { baseUrl: BASE, ownIp: "192.0.2.1", onlyIpv4 };
      await createNextGenPsd2Connector(options).startPayment({ ...ORDER, payerIp: "2001:db8::1" });
      return sent?.get("psu-ip-address");
    };
    assert.deepEqual([await ipOf(true), await ipOf(false)], ["192.0.2.1", "2001:db8::1"]);
  });

  it("uses the instant product if the bank has it", async () => {
    const url = `${BASE}/v1/payments/instant-sepa-credit-transfers`;
    server.use(http.post(url, () => HttpResponse.json(ACCEPTED, { status: 201 })));
    const instant = createNextGenPsd2Connector({ baseUrl: BASE, instant: true });
    assert.equal((await instant.startPayment(ORDER)).paymentId, "p-1");
  });

  const broken: [string, BankError["kind"], () => Response | Promise<Response>][] = [
    ["a time-out", "unreachable", () => delay("infinite").then(() => HttpResponse.json({}))],
    ["no connection", "unreachable", () => HttpResponse.error()],
    ["500", "unreachable", () => HttpResponse.json(refusal("X_X"), { status: 500 })],
    ["503 in HTML", "unreachable", () => HttpResponse.html("<p>busy</p>", { status: 503 })],
    ["429", "unreachable", () => HttpResponse.json({}, { status: 429 })],
    ["400", "refused", () => HttpResponse.json(refusal("FORMAT_ERROR"), { status: 400 })],
    ["403", "refused", () => HttpResponse.json(refusal("PRODUCT_INVALID"), { status: 403 })],
    [
      "our certificate",
      "denied",
      () => HttpResponse.json(refusal("CERTIFICATE_EXPIRED"), { status: 401 }),
    ],
    [
      "our signature",
      "denied",
      () => HttpResponse.json(refusal("SIGNATURE_INVALID"), { status: 400 }),
    ],
    ["our service", "denied", () => HttpResponse.json(refusal("SERVICE_INVALID"), { status: 405 })],
    ["401 in HTML", "denied", () => HttpResponse.html("<p>who?</p>", { status: 401 })],
    [
      "a problem",
      "refused",
      () => HttpResponse.json({ type: "about:blank", code: "PAYMENT_FAILED" }, { status: 400 }),
    ],
    [
      "RJCT",
      "refused",
      () => HttpResponse.json({ ...ACCEPTED, transactionStatus: "RJCT" }, { status: 201 }),
    ],
    ["404 in HTML", "unexpected_answer", () => HttpResponse.html("<p>no</p>", { status: 404 })],
    ["broken JSON", "unexpected_answer", () => HttpResponse.text('{"transactionStatus":')],
    ["another shape", "unexpected_answer", () => HttpResponse.json({ paymentId: [7] })],
    ["an array", "unexpected_answer", () => HttpResponse.json([])],
    ["nothing", "unexpected_answer", () => new HttpResponse(null, { status: 201 })],
    [
      "a path as id",
      "unexpected_answer",
      () => HttpResponse.json({ ...ACCEPTED, paymentId: ".." }),
    ],
    [
      "a redirect",
      "unexpected_answer",
      () => HttpResponse.redirect("https://elsewhere.example/", 307),
    ],
  ];
  for (const [name, kind, response] of broken) {
    it(`fails as ${kind} on ${name}`, async () => {
      answerStart(response);
      const error = await failure(connector.startPayment(ORDER));
      assert.equal(error.kind, kind);
      assert.doesNotMatch(error.message, /Jane|NL91|Corner/);
    });
  }

  const incomplete: [string, object][] = [
    ["a script as approval address", { _links: { scaRedirect: { href: "javascript:0" } } }],
    ["a broken approval address", { _links: { scaRedirect: { href: 7 } } }],
    ["no approval address", { _links: {} }],
    ["no links", { _links: undefined }],
    ["an authorisation it does not start", { _links: { startAuthorisation: { href: "/x" } } }],
  ];
  for (const [name, change] of incomplete) {
    it(`reports the payment that the bank has, despite another defect: ${name}`, async () => {
      answerStart(() => HttpResponse.json({ ...ACCEPTED, ...change }, { status: 201 }));
      server.use(http.post(`${PAYMENT}/authorisations`, () => HttpResponse.error()));
      const { paymentId, approval, report } = await connector.startPayment(ORDER);
      assert.deepEqual([paymentId, approval, report?.bankStatus], ["p-1", undefined, "RCVD"]);
    });
  }

  for (const transactionStatus of ["ABCD", 7, undefined]) {
    it(`reports the payment and its address although it is ${transactionStatus}`, async () => {
      answerStart(() => HttpResponse.json({ ...ACCEPTED, transactionStatus }, { status: 201 }));
      assert.deepEqual(await connector.startPayment(ORDER), {
        paymentId: "p-1",
        approval: { kind: "address", url: "https://bank.example/approve/1" },
      });
    });
  }

  const HREF = "https://bank.example/approve/1";
  const linked: [string, object, string | undefined][] = [
    ["links that are the addresses themselves", { scaRedirect: HREF, status: "/v1/x" }, HREF],
    ["null beside its link", { scaRedirect: { href: HREF }, scaOAuth: null, self: null }, HREF],
    ["a broken link beside its link", { scaRedirect: HREF, scaOAuth: { href: 7 } }, HREF],
    ["a path", { scaRedirect: "/approve/1" }, "https://xs2a.bank.example/approve/1"],
    ["an address in plain http", { scaRedirect: "http://bank.example/" }, undefined],
    ["an address with user info", { scaRedirect: "https://a:b@bank.example/" }, undefined],
    ["a script", { scaRedirect: "javascript:alert(1)" }, undefined],
  ];
  for (const [what, links, approvalUrl] of linked) {
    it(`reads ${what}`, async () => {
      answerStart(() => HttpResponse.json({ ...ACCEPTED, _links: links }, { status: 201 }));
      assert.equal(addressOf(await connector.startPayment(ORDER)), approvalUrl);
    });
  }

  it("starts the authorisation without further fields where the bank sends only its address", async () => {
    const links = { scaRedirect: null, startAuthorisation: "/v1/start" };
    answerStart(() => HttpResponse.json({ ...ACCEPTED, _links: links }, { status: 201 }));
    const started = { scaStatus: null, psuMessage: null, _links: { scaRedirect: HREF } };
    server.use(http.post(`${PAYMENT}/authorisations`, () => HttpResponse.json(started)));
    assert.equal(addressOf(await connector.startPayment(ORDER)), HREF);
  });

  it("reports each unusable link by its name and reason only", async () => {
    const told: Dropped[] = [];
    const onDropped = (dropped: Dropped[]) => told.push(...dropped);
    const own = createNextGenPsd2Connector({ baseUrl: BASE, onDropped });
    const lost = async (body: object) => {
      answerStart(() => HttpResponse.json({ ...ACCEPTED, ...body }, { status: 201 }));
      await own.startPayment(ORDER);
      return told.splice(0).map(({ member, reason }) => `${member}: ${reason}`);
    };
    const none = "_links: the bank gave no usable approval address";
    assert.deepEqual(await lost({ _links: { ...ACCEPTED._links, scaOAuth: null } }), []);
    assert.deepEqual(await lost({ _links: { scaRedirect: HREF, scaOAuth: ["Jane"] } }), [
      "_links.scaOAuth: invalid_type",
    ]);
    assert.deepEqual(await lost({ transactionStatus: "Jane Doe" }), [
      "transactionStatus: invalid_format",
    ]);
    assert.deepEqual(await lost({ _links: "Jane" }), ["_links: invalid_type", none]);
    assert.deepEqual(await lost({ _links: { scaRedirect: "https://Jane:x@b.example" } }), [none]);
    assert.deepEqual(await lost({ _links: { scaOAuth: "https://jane.example/" } }), [
      "_links: the bank named an OAuth2 server not configured",
    ]);
    server.use(http.post(`${PAYMENT}/authorisations`, () => HttpResponse.error()));
    assert.deepEqual(await lost({ _links: { startAuthorisation: "/x" } }), [
      "_links: the bank could not be reached",
    ]);
  });

  it("names the member that makes a response unusable", async () => {
    answerStart(() => HttpResponse.json({ ...ACCEPTED, paymentId: "" }, { status: 201 }));
    assert.equal(
      (await failure(connector.startPayment(ORDER))).message,
      "the bank answered 201 in a form not understood: paymentId (too_small)",
    );
  });

  it("ignores a byte order mark, also in a refusal", async () => {
    const marked = (body: object, status: number) =>
      answerStart(() => HttpResponse.text(`\ufeff${JSON.stringify(body)}`, { status }));
    marked(ACCEPTED, 201);
    assert.equal(addressOf(await connector.startPayment(ORDER)), HREF);
    marked(refusal("FORMAT_ERROR"), 400);
    assert.equal((await failure(connector.startPayment(ORDER))).code, "FORMAT_ERROR");
  });

  const error = (code: unknown, more = {}) => ({ category: "ERROR", code, text: "Jane", ...more });
  const numbered: [string, object, number, BankError["kind"], string | undefined][] = [
    ["400 as text", { tppMessages: [error("400")] }, 400, "refused", undefined],
    ["400", { tppMessages: [error(400)] }, 400, "refused", undefined],
    ["a number of the bank's", { tppMessages: [error("1017")] }, 422, "refused", undefined],
    ["400 and a code", { tppMessages: [error(400), error("A_B_C")] }, 400, "refused", "A_B_C"],
    [
      "400 before a warning",
      { tppMessages: [error("A_B_C", { category: "WARNING" }), error(400)] },
      400,
      "refused",
      undefined,
    ],
    [
      "400 and our certificate",
      { tppMessages: [error("400"), error("CERTIFICATE_EXPIRED")] },
      400,
      "denied",
      "CERTIFICATE_EXPIRED",
    ],
    ["a problem with 400", { type: "x", code: 400 }, 400, "refused", undefined],
    [
      "a problem with a code inside",
      { type: "x", code: "400", additionalErrors: [{ code: "A_B_C" }] },
      400,
      "refused",
      "A_B_C",
    ],
    ["401", { tppMessages: [error("401")] }, 401, "denied", undefined],
    ["500", { tppMessages: [error("500")] }, 500, "unreachable", undefined],
    // The number contradicts the HTTP status: nothing is known of the order.
    ["500 in a 400", { tppMessages: [error("500")] }, 400, "unexpected_answer", undefined],
    ["401 in a 400", { tppMessages: [error(401)] }, 400, "unexpected_answer", undefined],
    [
      "no number",
      { tppMessages: [error("4x"), error(4.5), error("")] },
      400,
      "unexpected_answer",
      undefined,
    ],
    ["no code", { tppMessages: [error(null)] }, 400, "unexpected_answer", undefined],
    [
      "null in all else",
      {
        tppMessages: [null, { category: null, path: null, text: null, code: "A_B_C" }],
        type: null,
      },
      400,
      "refused",
      "A_B_C",
    ],
  ];
  for (const [what, body, status, kind, code] of numbered) {
    it(`is ${kind} when a bank's message has ${what}`, async () => {
      answerStart(() => HttpResponse.json(body, { status }));
      const { message, ...failed } = await failure(connector.startPayment(ORDER));
      assert.deepEqual([failed.kind, failed.code], [kind, code]);
      assert.match(message, /^the bank answered \d{3}(?: [A-Z_]+)?$/);
    });
  }

  it("stops reading a response that is too long, although its end is valid", async () => {
    const [blanks, end] = [new Uint8Array(16 * 1024).fill(32), JSON.stringify(ACCEPTED)];
    const all = 4 * 1024 * 1024;
    let sent = 0;
    answerStart(() => {
      const body = new ReadableStream({
        pull: (controller) => {
          sent += blanks.length;
          controller.enqueue(sent < all ? blanks : new TextEncoder().encode(end));
          if (sent >= all) controller.close();
        },
      });
      return new HttpResponse(body, { status: 201 });
    });
    const error = await failure(connector.startPayment(ORDER));
    assert.equal(error.kind, "unexpected_answer");
    assert.ok(sent < 1024 * 1024, `read ${sent} bytes`);
  });
});

describe("reading a payment", () => {
  it("reports the executed order for comparison", async () => {
    answerStatus("ACSC");
    server.use(http.get(PAYMENT, () => HttpResponse.json(REPEATED)));
    assert.deepEqual(await connector.readPayment(HANDLE), {
      state: "succeeded",
      bankStatus: "ACSC",
      order: {
        endToEndId: "E2E-1",
        amount: 1250,
        currency: "EUR",
        payeeIban: "NL91ABNA0417164300",
      },
    });
  });

  it("has no order to compare if the bank shows no payments", async () => {
    answerStatus("ACSC");
    server.use(
      http.get(PAYMENT, () => HttpResponse.json(refusal("SERVICE_INVALID"), { status: 405 })),
    );
    assert.deepEqual(await connector.readPayment(HANDLE), {
      state: "succeeded",
      bankStatus: "ACSC",
    });
  });

  const unreadable: [string, () => Response][] = [
    ["404", () => HttpResponse.json(refusal("RESOURCE_UNKNOWN"), { status: 404 })],
    ["401", () => HttpResponse.json(refusal("TOKEN_EXPIRED"), { status: 401 })],
    ["HTML", () => HttpResponse.html("<p>hello</p>")],
    [
      "another form",
      () => HttpResponse.json({ ...REPEATED, instructedAmount: { currency: "EUR", amount: "x" } }),
    ],
  ];
  for (const [what, response] of unreadable) {
    it(`has no order to compare if the bank shows ${what} instead`, async () => {
      answerStatus("ACSC");
      server.use(http.get(PAYMENT, response));
      assert.deepEqual(await connector.readPayment(HANDLE), {
        state: "succeeded",
        bankStatus: "ACSC",
      });
    });
  }

  it("does not request authorisations that the bank does not have", async () => {
    answerStatus("ACCP");
    const own = createNextGenPsd2Connector({ baseUrl: BASE, hidesAuthorisations: true });
    assert.equal((await own.readPayment(HANDLE)).state, "processing");
  });

  it("does not report a payment as succeeded if the bank does not show it", async () => {
    answerStatus("ACSC");
    server.use(http.get(PAYMENT, () => HttpResponse.json({}, { status: 500 })));
    assert.equal((await failure(connector.readPayment(HANDLE))).kind, "unreachable");
  });

  for (const [scaStatus, state] of [
    ["started", "open"],
    ["finalised", "processing"],
  ] as const) {
    it(`reads the approval for ACCP: ${scaStatus} is ${state}`, async () => {
      answerStatus("ACCP");
      server.use(
        http.get(`${PAYMENT}/authorisations`, () =>
          HttpResponse.json({ authorisationIds: ["a/1"] }),
        ),
        http.get(`${PAYMENT}/authorisations/a%2F1`, () => HttpResponse.json({ scaStatus })),
      );
      assert.deepEqual(await connector.readPayment(HANDLE), { state, bankStatus: "ACCP" });
    });
  }

  it("assumes the safe status if the bank shows no authorisations", async () => {
    answerStatus("ACCP");
    server.use(
      http.get(`${PAYMENT}/authorisations`, () =>
        HttpResponse.json(refusal("SERVICE_INVALID"), { status: 405 }),
      ),
    );
    assert.equal((await connector.readPayment(HANDLE)).state, "processing");
  });

  it("fails if the approval can't be read", async () => {
    answerStatus("RCVD");
    server.use(http.get(`${PAYMENT}/authorisations`, () => HttpResponse.error()));
    assert.equal((await failure(connector.readPayment(HANDLE))).kind, "unreachable");
  });

  it("fails for a payment that the bank denies", async () => {
    server.use(
      http.get(`${PAYMENT}/status`, () =>
        HttpResponse.json(refusal("RESOURCE_UNKNOWN"), { status: 404 }),
      ),
    );
    assert.equal((await failure(connector.readPayment(HANDLE))).kind, "unexpected_answer");
  });

  it("keeps a payment id from changing the requested address", async () => {
    let path = "";
    server.use(
      http.get(`${BASE}/*`, ({ request }) => {
        path = new URL(request.url).pathname;
        return HttpResponse.json({ transactionStatus: "RJCT" });
      }),
    );
    await connector.readPayment({ paymentId: "../x?y#z", currency: "EUR" });
    assert.equal(path, "/psd2/v1/payments/sepa-credit-transfers/..%2Fx%3Fy%23z/status");
  });
});

describe("cancelling a payment", () => {
  const responses: [string, () => Response][] = [
    ["204", () => new HttpResponse(null, { status: 204 })],
    ["202", () => HttpResponse.json({ transactionStatus: "ACTC" }, { status: 202 })],
    ["405", () => HttpResponse.json(refusal("CANCELLATION_INVALID"), { status: 405 })],
    ["404 in HTML", () => HttpResponse.html("<p>no</p>", { status: 404 })],
  ];
  for (const [name, response] of responses) {
    it(`reports the current state after ${name}`, async () => {
      server.use(http.delete(PAYMENT, response));
      answerStatus("ACSP");
      const report = await connector.cancelPayment(HANDLE);
      assert.deepEqual(report, { state: "processing", bankStatus: "ACSP" });
      answerStatus("CANC");
      assert.equal((await connector.cancelPayment(HANDLE)).state, "cancelled");
    });
  }

  it("fails if the bank can't be reached", async () => {
    server.use(http.delete(PAYMENT, () => HttpResponse.json({}, { status: 502 })));
    assert.equal((await failure(connector.cancelPayment(HANDLE))).kind, "unreachable");
  });
});
