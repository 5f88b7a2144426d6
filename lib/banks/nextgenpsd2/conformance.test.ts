import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, it } from "node:test";
import { z } from "zod";
import type { PaymentOrder } from "#lib/banks/connector.ts";
import type { Outcome } from "#lib/banks/sandbox/behaviours.ts";
import { systemClock } from "#lib/platform/clock/clock.ts";
import { createSandboxBankApi } from "#lib/sandbox/bank/api.ts";
import { createSandboxBank, type SandboxBank } from "#lib/sandbox/bank/service.ts";
import { addressOf } from "#lib/testing/approval.ts";
import { createAuthority } from "#lib/testing/certificates.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { startXs2aBank } from "#lib/testing/xs2a-bank.ts";
import { createNextGenPsd2Connector } from "./connector.ts";
import { createMutualTlsFetch } from "./mutual-tls.ts";
import { createRequestSigner } from "./signature.ts";

// NextGenPSD2 XS2A 1.3 for JSON single payments: a separate copy, to check both sides.
const uuid = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
const address = z.url({ protocol: /^https?$/ });
const base64 = z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/);
const iban = z.string().regex(/^[A-Z]{2}[0-9]{2}[A-Za-z0-9]{1,30}$/);
const amount = z.strictObject({
  currency: z.string().regex(/^[A-Z]{3}$/),
  amount: z.string().regex(/^-?[0-9]{1,14}(\.[0-9]{1,3})?$/),
});
const account = z.strictObject({ iban });
const status = z.enum(
  "RCVD PDNG PATC ACTC ACCP ACFC ACWC ACSP ACWP PART ACSC ACCC RJCT CANC".split(" "),
);
const scaStatus = z.enum([
  "received",
  "psuIdentified",
  "psuAuthenticated",
  "scaMethodSelected",
  "started",
  "unconfirmed",
  "finalised",
  "failed",
  "exempted",
]);
const links = z.record(z.string(), z.strictObject({ href: z.string().min(1) }));
// The standard requires the debtor's account. Most banks with a redirect let the payer choose it, so we send it to those that need it.
const order = z.strictObject({
  endToEndIdentification: z.string().max(35).optional(),
  debtorAccount: account,
  instructedAmount: amount,
  creditorAccount: account,
  creditorName: z.string().min(1).max(70),
  remittanceInformationUnstructured: z.string().min(1).max(140).optional(),
});
const orderAsSent = order.partial({ debtorAccount: true });
const refusal = z.strictObject({
  tppMessages: z
    .array(
      z.strictObject({
        category: z.enum(["ERROR", "WARNING"]),
        code: z.string().regex(/^[A-Z_]+$/),
        path: z.string().optional(),
        text: z.string().max(500).optional(),
      }),
    )
    .min(1),
});

const always = z.object({
  "x-request-id": uuid,
  "psu-ip-address": z.union([z.ipv4(), z.ipv6()]),
  "psu-id": z.string().min(1).optional(),
  // All three or none.
  signature: z.string().includes('keyId="SN=').includes('algorithm="rsa-sha').optional(),
  digest: z
    .string()
    .regex(/^SHA-(256=.{44}|512=.{88})$/)
    .optional(),
  "tpp-signature-certificate": base64.optional(),
});
const withPayer = always.extend({
  "content-type": z.literal("application/json"),
  "tpp-redirect-uri": address,
  "tpp-nok-redirect-uri": address,
  "tpp-redirect-preferred": z.literal("true"),
});
const boolean = z.enum(["true", "false"]);

type Rule = {
  method: string;
  path: RegExp;
  headers: z.ZodType;
  body?: z.ZodType;
  answers: Record<number, z.ZodType | "nothing">;
};
const PRODUCT =
  "/v1/payments/(sepa-credit-transfers|instant-sepa-credit-transfers|cross-border-credit-transfers)";
const PAYMENT = `${PRODUCT}/[^/]+`;
const REFUSALS = { 400: refusal, 403: refusal, 404: refusal, 405: refusal, 409: refusal };

const RULES: Rule[] = [
  {
    method: "POST",
    path: new RegExp(`^${PRODUCT}$`),
    headers: withPayer.extend({ "tpp-explicit-authorisation-preferred": boolean }),
    body: orderAsSent,
    answers: {
      201: z.object({ transactionStatus: status, paymentId: z.string().min(1), _links: links }),
    },
  },
  {
    method: "GET",
    path: new RegExp(`^${PAYMENT}$`),
    headers: always,
    answers: { 200: orderAsSent.extend({ transactionStatus: status.optional() }) },
  },
  {
    method: "GET",
    path: new RegExp(`^${PAYMENT}/status$`),
    headers: always,
    answers: {
      200: z.strictObject({ transactionStatus: status, fundsAvailable: z.boolean().optional() }),
    },
  },
  {
    method: "DELETE",
    path: new RegExp(`^${PAYMENT}$`),
    headers: always,
    answers: { 202: z.object({ transactionStatus: status }), 204: "nothing" },
  },
  {
    method: "POST",
    path: new RegExp(`^${PAYMENT}/authorisations$`),
    headers: withPayer,
    body: z.strictObject({}),
    answers: { 201: z.object({ scaStatus, authorisationId: z.string(), _links: links }) },
  },
  {
    method: "GET",
    path: new RegExp(`^${PAYMENT}/authorisations$`),
    headers: always,
    answers: { 200: z.strictObject({ authorisationIds: z.array(z.string().min(1)) }) },
  },
  {
    method: "GET",
    path: new RegExp(`^${PAYMENT}/authorisations/[^/]+$`),
    headers: always,
    answers: { 200: z.strictObject({ scaStatus }) },
  },
];

type Exchange = { rule: Rule; status: number };

async function hold(request: Request, text: string, response: Response): Promise<Exchange> {
  const { pathname } = new URL(request.url);
  const path = pathname.slice(pathname.indexOf("/v1/"));
  const rule = RULES.find((one) => one.method === request.method && one.path.test(path));
  assert.ok(rule, `the standard has no ${request.method} ${path}`);
  const headers = Object.fromEntries(request.headers);
  rule.headers.parse(headers);
  const signs = ["signature", "digest", "tpp-signature-certificate"];
  assert.ok([0, 3].includes(signs.filter((name) => name in headers).length));
  if (rule.body) rule.body.parse(JSON.parse(text));
  else assert.equal(text, "");
  const answers: Rule["answers"] = { ...REFUSALS, ...rule.answers };
  const answered = answers[response.status];
  assert.ok(answered, `no ${response.status} for ${request.method} ${path}`);
  const body = await response.clone().text();
  if (answered === "nothing") assert.equal(body, "");
  else {
    assert.match(response.headers.get("content-type") ?? "", /^application\/json/);
    answered.parse(JSON.parse(body));
  }
  return { rule, status: response.status };
}

const orderOf = (values: Partial<PaymentOrder> = {}): PaymentOrder => ({
  endToEndId: "E2E-1",
  requestId: randomUUID(),
  amount: 1250,
  currency: "EUR",
  payee: { iban: "NL91ABNA0417164300", name: "Corner Books" },
  remittance: "order-17",
  redirectUrl: "http://127.0.0.1/return?state=s",
  nokRedirectUrl: "http://127.0.0.1/return?state=s",
  payerIp: "198.51.100.7",
  ...values,
});

onDatabase("connector and sandbox bank, held against the standard", (database) => {
  const baseUrl = "http://bank.example/sandbox/bank";
  let bank: SandboxBank;
  let seen: Exchange[];
  let send: typeof globalThis.fetch;

  before(() => {
    const returnUrls = ["http://127.0.0.1/pay"];
    bank = createSandboxBank({ db: database(), clock: systemClock, baseUrl, returnUrls });
    const api = createSandboxBankApi(bank, async () => true);
    seen = [];
    send = async (input, init) => {
      const request = new Request(input, init);
      const text = await request.clone().text();
      const response = await api.fetch(request.clone());
      assert.equal(response.headers.get("x-request-id"), request.headers.get("x-request-id"));
      seen.push(await hold(request, text, response).catch(fail));
      return response;
    };
  });

  // The connector treats errors thrown in its `fetch` as network failures.
  const failures: unknown[] = [];
  const fail = (error: unknown): never => {
    failures.push(error);
    throw error;
  };

  it("sends and accepts only messages of the standard for every result of a payment", async () => {
    const connector = createNextGenPsd2Connector({ baseUrl, fetch: send });
    const outcomes: (Outcome | undefined)[] = [
      "approve",
      "decline",
      "insufficient_funds",
      "accept",
      "cancel",
      undefined,
    ];
    for (const outcome of outcomes) {
      for (const values of [{}, { currency: "KWD", payerIp: "2001:db8::1" }]) {
        const started = await connector.startPayment(orderOf(values));
        const { paymentId } = started;
        const found = await bank.findByApprovalToken(addressOf(started)?.split("/").at(-1) ?? "");
        assert.ok(found);
        if (outcome) await bank.act(found, outcome);
        const payment = { paymentId, currency: orderOf(values).currency };
        await connector.readPayment(payment);
        await connector.cancelPayment(payment);
      }
    }
    const told = orderOf({ payerIban: "FR1420041010050500013M02606" });
    await assert.rejects(connector.startPayment(told), { kind: "refused" });
    const unknown = connector.readPayment({ paymentId: "none", currency: "EUR" });
    await assert.rejects(unknown, { kind: "unexpected_answer" });
    assert.deepEqual(failures, []);
    const met = new Set(seen.map(({ rule }) => RULES.indexOf(rule)));
    // Missing: the explicit start, which the sandbox bank does not request.
    assert.deepEqual([...met].sort(), [0, 1, 2, 3, 5, 6]);
    for (const code of [200, 201, 204, 400, 404, 405]) {
      assert.ok(
        seen.some((one) => one.status === code),
        `${code} was not met`,
      );
    }
  });

  it("sends the order that the standard requires to a bank that needs the payer's account", async () => {
    const bodies: unknown[] = [];
    const connector = createNextGenPsd2Connector({
      baseUrl,
      needs: ["iban", "id"],
      fetch: async (input, init) => {
        bodies.push(JSON.parse(await new Request(input, init).text()));
        return send(input, init);
      },
    });
    await connector.startPayment(orderOf({ payerIban: "DE89370400440532013000", payerId: "jane" }));
    await connector.startPayment(orderOf());
    const [whole, partial] = bodies;
    assert.deepEqual(order.safeParse(whole).error?.issues, undefined);
    const missing = order.safeParse(partial).error?.issues.map(({ path }) => path.join("."));
    assert.deepEqual(missing, ["debtorAccount"], "what the payer chooses at other banks");
  });

  it("finds a message that does not conform", async () => {
    const url = `${baseUrl}/v1/payments/sepa-credit-transfers/p`;
    const headers = { "x-request-id": randomUUID(), "psu-ip-address": "192.0.2.1" };
    const json = (body: unknown, code = 200) => Response.json(body, { status: code });
    const good = () =>
      hold(new Request(`${url}/status`, { headers }), "", json({ transactionStatus: "ACSC" }));
    await good();
    const bad: [Request, Response][] = [
      [new Request(`${url}/status`), json({ transactionStatus: "ACSC" })],
      [new Request(`${url}/state`, { headers }), json({ transactionStatus: "ACSC" })],
      [new Request(`${url}/status`, { headers }), json({ transactionStatus: "DONE" })],
      [new Request(`${url}/status`, { headers }), json({ transactionStatus: "ACSC" }, 206)],
      [
        new Request(`${url}/status`, {
          headers: { ...headers, digest: `SHA-256=${"x".repeat(44)}` },
        }),
        json({ transactionStatus: "ACSC" }),
      ],
      [
        new Request(url, { headers }),
        json({ instructedAmount: { currency: "EUR", amount: 12.5 } }),
      ],
    ];
    for (const [request, response] of bad) await assert.rejects(hold(request, "", response));
  });
});

it("also conforms with signatures and an explicitly started authorisation", async (context) => {
  const authority = await createAuthority();
  const tls = await authority.issue({ name: "CN=127.0.0.1" });
  const ours = await authority.issue({ name: "CN=Bankside" });
  const bank = await startXs2aBank({ tls, clientAuthority: authority.cert });
  after(() => bank.close());
  bank.ways.approach = "explicit-redirect";
  bank.ways.checksSignature = true;
  const seen: Exchange[] = [];
  const overTls = createMutualTlsFetch({ certificate: ours, authorities: authority.cert });
  const connector = createNextGenPsd2Connector({
    baseUrl: bank.baseUrl,
    explicitStart: true,
    sign: createRequestSigner({ ...ours, digest: "SHA-512" }, () => new Date()),
    fetch: async (input, init) => {
      const response = await overTls(input, init);
      const text = await response.text();
      const copy = () =>
        new Response(text === "" ? null : text, {
          status: response.status,
          headers: Object.fromEntries(response.headers),
        });
      const request = new Request(input, init);
      seen.push(await hold(request, await request.clone().text(), copy()));
      return copy();
    },
  });
  const { paymentId } = await connector.startPayment(orderOf());
  await connector.readPayment({ paymentId, currency: "EUR" });
  assert.ok(seen.some(({ rule }) => rule === RULES[4]));
  context.diagnostic(`${seen.length} signed exchanges`);
});
