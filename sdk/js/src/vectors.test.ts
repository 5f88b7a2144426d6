import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { parseAmount } from "./amount.ts";
import { createBankside, type PaymentOptions } from "./bankside.ts";
import { isBanksideError } from "./bankside-error.ts";
import { checkoutAddress } from "./checkout-address.ts";
import type { Metadata } from "./metadata.ts";
import { navigationOf } from "./navigation.ts";
import { isReturnOf, parseOutcome } from "./outcome.ts";
import type { FetchAnswer } from "./runtime.ts";
import { ownScheme } from "./url-scheme.ts";

const TOKEN = "h.p.s";
const BASE_URL = "https://pay.example/api";

// See sdk/vectors/README.md.
function vectors<Case>(name: string): Case[] {
  const folder = process.env["BANKSIDE_VECTORS"] ?? join(import.meta.dirname, "../../vectors");
  return JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"));
}
const brief = (text: string) => JSON.stringify(text).slice(0, 60);

describe("amounts.json", () => {
  for (const { amount, cents, error } of vectors<{
    amount: string;
    cents?: number;
    error?: string;
  }>("amounts")) {
    it(brief(amount), () => {
      if (error) assert.throws(() => parseAmount(amount), { code: error });
      else assert.equal(parseAmount(amount), cents);
    });
  }
});

describe("arguments.json", () => {
  type Argument = {
    argument: "token" | "externalId" | "urlScheme" | "baseUrl";
    value: string;
    error?: string;
    scheme?: string;
    address?: string;
  };
  for (const { argument, value, error, scheme, address } of vectors<Argument>("arguments")) {
    it(`${argument} ${brief(value)}`, async () => {
      const given = (name: Argument["argument"]) => (name === argument ? value : undefined);
      const { bankside, sent } = setUp({ baseUrl: given("baseUrl") ?? BASE_URL, replies: [] });
      const payment = () =>
        bankside().initiatePayment("1", given("token") ?? TOKEN, null, given("urlScheme"), {
          externalId: given("externalId"),
        });
      if (error) {
        await assert.rejects(async () => payment(), { code: error });
        assert.equal(sent.length, 0);
      } else {
        await assert.rejects(payment(), { code: "network" });
        if (address !== undefined) assert.equal(sent[0]?.url, `${address}/transactions`);
        if (scheme !== undefined) assert.equal(ownScheme(value), scheme);
      }
    });
  }
});

describe("checkout-addresses.json", () => {
  type Address = {
    what: string;
    redirectUrl: string;
    token: string;
    urlScheme?: string;
    address: string;
  };
  for (const { what, redirectUrl, token, urlScheme, address } of vectors<Address>(
    "checkout-addresses",
  )) {
    it(what, () => assert.equal(checkoutAddress(redirectUrl, { token, urlScheme }), address));
  }
});

describe("return-links.json", () => {
  type ReturnLink = {
    what: string;
    address: string | null;
    urlScheme: string;
    transactionId: string | null;
    outcome: object;
    isReturn: boolean;
  };
  for (const link of vectors<ReturnLink>("return-links")) {
    it(link.what, () => {
      const { urlScheme } = link;
      assert.deepEqual(parseOutcome(link.address ?? undefined, urlScheme), link.outcome);
      const own = { urlScheme, transactionId: link.transactionId ?? undefined };
      assert.equal(isReturnOf(link.address ?? "", own), link.isReturn);
    });

    const { transactionId } = link;
    if (transactionId === null) continue;
    it(`${link.what}, as the result of a payment`, async () => {
      const created = { id: transactionId, redirectUrl: "https://pay.example/secure" };
      const reply = { status: 201, headers: {}, body: JSON.stringify(created) };
      const { bankside } = setUp({ baseUrl: BASE_URL, replies: [reply], returned: link.address });
      const result = await bankside().initiatePayment("1", TOKEN, null, link.urlScheme);
      const unknown = { status: "unknown", transactionId };
      assert.deepEqual(result, link.isReturn ? link.outcome : unknown);
    });
  }
});

describe("navigation.json", () => {
  type Visit = { what?: string; url: string; decision: string; isMainFrame?: boolean };
  for (const { what, url, decision, isMainFrame = true } of vectors<Visit>("navigation")) {
    it(`${decision}: ${what ?? brief(url)}`, () => {
      const own = { urlScheme: "myapp", transactionId: "txn_01k9f3v8q2e6rbt5m7x4d0c1an" };
      assert.equal(navigationOf(url, { ...own, isMainFrame }), decision);
    });
  }
});

type Reply = "lost" | "silent" | { status: number; headers: Record<string, string>; body: string };
type Exchange = {
  what: string;
  baseUrl?: string;
  call?: {
    amount: string;
    externalId?: string;
    metadata?: Metadata;
    details?: Pick<PaymentOptions, "description" | "lines" | "locale" | "expiresAt">;
  };
  replies: Reply[];
  requests: number;
  waits: number[];
  body?: object;
  transaction?: { id: string; redirectUrl: string };
  error?: Record<string, unknown>;
};

describe("exchanges.json", () => {
  for (const exchange of vectors<Exchange>("exchanges")) {
    it(exchange.what, async () => {
      const { call = { amount: "1" }, transaction, error } = exchange;
      const { bankside, sent, waits, opened } = setUp({ baseUrl: BASE_URL, ...exchange });
      const { externalId, metadata, details } = call;
      const options = { externalId, ...details };
      const payment = bankside().initiatePayment(call.amount, TOKEN, metadata, null, options);
      if (error) {
        await assert.rejects(payment, (thrown: unknown) => {
          assert.ok(isBanksideError(thrown));
          for (const [name, value] of Object.entries(error)) {
            assert.deepEqual(Reflect.get(thrown, name), value ?? undefined, name);
          }
          return true;
        });
        assert.deepEqual(opened, []);
      } else {
        assert.deepEqual(await payment, { status: "unknown", transactionId: transaction?.id });
        assert.deepEqual(opened, [`${transaction?.redirectUrl}&jwt=${TOKEN}`]);
      }
      assert.equal(sent.length, exchange.requests);
      assert.deepEqual(waits, exchange.waits);
      const [first] = sent;
      for (const { method, url, headers, body } of sent) {
        assert.equal(method, "POST");
        assert.equal(url, `${exchange.baseUrl ?? BASE_URL}/transactions`);
        assert.equal(headers["Authentication"], `Bearer ${TOKEN}`);
        assert.equal(headers["Content-Type"], "application/json");
        assert.match(headers["Idempotency-Key"] ?? "", /^[\w-]{32,64}$/);
        assert.equal(headers["Idempotency-Key"], first?.headers["Idempotency-Key"]);
        assert.equal(body, first?.body);
        if (exchange.body) assert.deepEqual(JSON.parse(body), exchange.body);
      }
    });
  }
});

function setUp({
  baseUrl,
  replies,
  returned,
}: {
  baseUrl: string;
  replies: Reply[];
  returned?: string | null;
}) {
  const sent: { method: string; url: string; headers: Record<string, string>; body: string }[] = [];
  const waits: number[] = [];
  const opened: string[] = [];
  const fetch = async (
    url: string,
    init: { method: string; headers: Record<string, string>; body: string; signal?: never },
  ): Promise<FetchAnswer> => {
    sent.push({ ...init, url });
    const reply = replies[sent.length - 1] ?? "lost";
    if (reply === "lost") throw new TypeError("connection reset");
    if (reply === "silent") return neverAnswered(init.signal);
    const { status, headers, body } = reply;
    return { status, headers: new Headers(headers), text: async () => body };
  };
  const open = async (url: string) => {
    opened.push(url);
    return returned ?? undefined;
  };
  const wait = async (delayMs: number) => void waits.push(delayMs);
  const bankside = () =>
    createBankside({ baseUrl, launcher: { open }, fetch, wait, timeoutMs: 10 });
  return { bankside, sent, waits, opened };
}

function neverAnswered(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) =>
    signal?.addEventListener("abort", () => reject(new Error("given up"))),
  );
}
