import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { after, before, it } from "node:test";
import { createAdaptorServer } from "@hono/node-server";
import type { BankConnector, PaymentOrder } from "#lib/banks/connector.ts";
import { createBankDirectory } from "#lib/banks/directory/directory.ts";
import { systemClock } from "#lib/platform/clock/clock.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { addressOf } from "#lib/testing/approval.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createSandboxBankApi } from "./api.ts";
import { createAutomation } from "./automation.ts";
import { createSandboxBank, type SandboxBank } from "./service.ts";

onDatabase("connector and sandbox bank over HTTP", (database) => {
  let server: ReturnType<typeof createAdaptorServer>;
  let baseUrl: string;
  let bank: SandboxBank;
  let enabled = true;

  before(async () => {
    let handle: (request: Request) => Response | Promise<Response> = () => Response.error();
    server = createAdaptorServer({ fetch: (request) => handle(request) });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    baseUrl = `http://127.0.0.1:${port}/sandbox/bank`;
    bank = createSandboxBank({
      db: database(),
      clock: systemClock,
      baseUrl,
      returnUrls: ["http://127.0.0.1/pay"],
    });
    const api = createSandboxBankApi(bank, async () => enabled);
    handle = (request) => api.fetch(request);
  });
  after(() => new Promise((resolve) => server.close(resolve)));

  const directory = () =>
    createBankDirectory({ sandboxBankUrl: baseUrl, sandboxEnabled: async () => enabled });

  /** Those that behave as most banks. */
  const usualBanks = async () =>
    (await directory().banksFor("test")).filter(({ isDialect }) => !isDialect);

  function connectorOf(bankId: string): BankConnector {
    const connector = directory().connectorFor(bankId, "test");
    assert.ok(connector);
    return connector;
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

  it("sends the payer's own account to the bank, which then offers it first", async () => {
    const order = orderOf({ payerIban: "DE89370400440532013000" });
    const approvalUrl = addressOf(await connectorOf("sandbox").startPayment(order));
    const payment = await bank.findByApprovalToken(approvalUrl?.split("/").at(-1) ?? "");
    assert.equal(payment?.debtorIban, order.payerIban);
    await connectorOf("sandbox").startPayment(order);
    const automation = createAutomation(baseUrl);
    await automation(approvalUrl ?? "", "approve");
  });

  it("refuses an account that is not German, and accepts the same order without it", async () => {
    for (const { id } of await usualBanks()) {
      const connector = connectorOf(id);
      const order = orderOf();
      const told = { ...order, payerIban: "FR1420041010050500013M02606" };
      for (let time = 0; time < 2; time++) {
        await assert.rejects(connector.startPayment(told), {
          kind: "refused",
          message: "the bank answered 400 PAYMENT_FAILED at debtorAccount.iban",
        });
      }
      const { report } = await connector.startPayment({ ...order, requestId: randomUUID() });
      assert.equal(report?.state, "open");
    }
  });

  it("pays at every bank of test mode, in every currency, and repeats the order", async () => {
    const banks = await usualBanks();
    assert.ok(banks.length >= 4);
    for (const { id } of banks) {
      for (const [currency, amount] of [
        ["EUR", 1250],
        ["JPY", 1],
        ["KWD", 99_999_999_999],
        ["CLF", 12_345],
      ] as const) {
        const order = orderOf({ currency, amount });
        const connector = connectorOf(id);
        const started = await connector.startPayment(order);
        const { paymentId, report } = started;
        const approvalUrl = addressOf(started);
        assert.deepEqual(report, { state: "open", bankStatus: "RCVD" });
        const payment = { paymentId, currency };
        assert.equal((await connector.readPayment(payment)).state, "open");
        await createAutomation(baseUrl)(approvalUrl ?? "", "approve");
        assert.deepEqual(await connector.readPayment(payment), {
          state: "succeeded",
          bankStatus: "ACSC",
          order: {
            endToEndId: order.endToEndId,
            amount,
            currency,
            payeeIban: order.payee.iban,
          },
        });
      }
    }
  });

  const IBAN = "DE89370400440532013000";
  const dialects: [string, Partial<PaymentOrder>, object][] = [
    ["sandbox-links-as-text", {}, { bankStatus: "ACSC", isNamed: true }],
    ["sandbox-decoupled", {}, { bankStatus: "ACSC", isNamed: true }],
    ["sandbox-no-end-to-end-id", {}, { bankStatus: "ACSC", isNamed: false }],
    ["sandbox-accepted-is-final", {}, { bankStatus: "ACCP", isNamed: true }],
    [
      "sandbox-asks-payer",
      { payerIban: IBAN, payerId: "jane" },
      { bankStatus: "ACSC", isNamed: true },
    ],
  ];
  for (const [id, values, end] of dialects) {
    it(`pays at ${id}`, async () => {
      const connector = connectorOf(id);
      const started = await connector.startPayment(orderOf(values));
      const { paymentId, approval } = started;
      const payment = { paymentId, currency: "EUR" };
      assert.equal((await connector.readPayment(payment)).state, "open");
      const message = approval?.kind === "wait" ? approval.message : undefined;
      const url = addressOf(started) ?? message?.match(/http\S+/)?.[0];
      await createAutomation(baseUrl)(url ?? "", "approve");
      const { state, bankStatus, order } = await connector.readPayment(payment);
      assert.equal(state, "succeeded");
      assert.deepEqual({ bankStatus, isNamed: order?.endToEndId !== undefined }, end);
    });
  }

  it("gives no page at a bank that wants the payer's password on ours, and cancels nothing", async () => {
    const connector = connectorOf("sandbox-embedded");
    const { paymentId, approval } = await connector.startPayment(orderOf());
    assert.equal(approval, undefined);
    const payment = { paymentId, currency: "EUR" };
    assert.equal((await connector.cancelPayment(payment)).state, "open");
  });

  it("refuses an order that lacks what the bank needs of the payer", async () => {
    const connector = connectorOf("sandbox-asks-payer");
    for (const [values, field] of [
      [{}, "debtorAccount"],
      [{ payerIban: IBAN }, "PSU-ID"],
    ] as const) {
      const order = connector.startPayment(orderOf(values));
      await assert.rejects(order, { kind: "refused", field });
    }
  });

  for (const [outcome, state] of [
    ["decline", "declined"],
    ["insufficient_funds", "declined"],
    ["cancel", "cancelled"],
    ["accept", "processing"],
  ] as const) {
    it(`reports ${state} after ${outcome}`, async () => {
      const connector = connectorOf("sandbox");
      const started = await connector.startPayment(orderOf());
      const { paymentId } = started;
      const approvalUrl = addressOf(started);
      await createAutomation(baseUrl)(approvalUrl ?? "", outcome);
      const payment = { paymentId, currency: "EUR" };
      assert.equal((await connector.readPayment(payment)).state, state);
      assert.equal((await connector.cancelPayment(payment)).state, state);
    });
  }

  it("starts one payment for any number of requests with one request id", async () => {
    const order = orderOf();
    const connector = connectorOf("sandbox");
    const started = await Promise.all([1, 2, 3].map(() => connector.startPayment(order)));
    assert.equal(new Set(started.map(({ paymentId }) => paymentId)).size, 1);
    await assert.rejects(connector.startPayment({ ...order, amount: 1 }), { kind: "refused" });
  });

  it("cancels a payment that is not approved", async () => {
    const connector = connectorOf("sandbox");
    const started = await connector.startPayment(orderOf());
    const { paymentId } = started;
    const approvalUrl = addressOf(started);
    const cancelled = await connector.cancelPayment({ paymentId, currency: "EUR" });
    assert.deepEqual(cancelled, { state: "cancelled", bankStatus: "CANC" });
    await assert.rejects(createAutomation(baseUrl)(approvalUrl ?? "", "approve"), {
      code: "outcome_not_possible",
    });
  });

  it("automates only addresses of the sandbox bank", async () => {
    const act = createAutomation(baseUrl);
    for (const url of [
      "https://bank.example/approve/aaaaaaaaaaaaaaaaaaaaaaaa",
      `${baseUrl}.evil.example/approve/aaaaaaaaaaaaaaaaaaaaaaaa`,
      `${baseUrl}/approve/../v1/aaaaaaaaaaaaaaaaaaaaaaaa`,
      `${baseUrl}/approve/aaaaaaaaaaaaaaaaaaaaaaaa?x=1`,
      `${baseUrl}/approve/`,
      "",
    ]) {
      const refused = (error: unknown) => isAppError(error) && error.code === "test_mode_only";
      await assert.rejects(act(url, "approve"), refused, url);
    }
    const unknown = `${baseUrl}/approve/aaaaaaaaaaaaaaaaaaaaaaaa`;
    await assert.rejects(act(unknown, "approve"), { code: "bank_unavailable" });
  });

  it("offers no bank for live mode, and none at all when the sandbox is off", async () => {
    assert.deepEqual(await directory().banksFor("live"), []);
    assert.equal(directory().connectorFor("unknown", "test"), undefined);
    const connector = connectorOf("sandbox");
    enabled = false;
    try {
      assert.deepEqual(await directory().banksFor("test"), []);
      await assert.rejects(connector.startPayment(orderOf()), { name: "BankError" });
    } finally {
      enabled = true;
    }
  });
});
