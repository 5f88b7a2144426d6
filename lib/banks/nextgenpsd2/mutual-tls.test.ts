import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { BankError, type PaymentOrder } from "#lib/banks/connector.ts";
import { createOutboundProxy, parseNoProxy } from "#lib/platform/net/outbound-proxy.ts";
import { createAuthority } from "#lib/testing/certificates.ts";
import { startConnectProxy } from "#lib/testing/connect-proxy.ts";
import { startXs2aBank } from "#lib/testing/xs2a-bank.ts";
import type { SeenRequest } from "#lib/testing/xs2a-messages.ts";
import { signatureProblem } from "#lib/testing/xs2a-signature.ts";
import { createNextGenPsd2Connector } from "./connector.ts";
import { createMutualTlsFetch, type TlsOptions } from "./mutual-tls.ts";
import { createRequestSigner } from "./signature.ts";

const ORDER: PaymentOrder = {
  endToEndId: "E2E-1",
  requestId: "7a0f9f6e-3f39-4b6e-9a32-3f6f0d0c5a11",
  amount: 1250,
  currency: "EUR",
  payee: { iban: "NL91ABNA0417164300", name: "Café Größe" },
  remittance: "order-17",
  redirectUrl: "https://pay.example/return?state=s",
  nokRedirectUrl: "https://pay.example/return?state=s",
  payerIp: "198.51.100.7",
};

type Bank = Awaited<ReturnType<typeof startXs2aBank>>;

describe("a bank on TLS", () => {
  const issued: Record<"ours" | "seal" | "stranger" | "expired", { cert: string; key: string }> =
    Object.create(null);
  let authorities: string;
  let bank: Bank;
  let expiredBank: Bank;

  before(async () => {
    const authority = await createAuthority();
    const stranger = await createAuthority("CN=Somebody Else");
    authorities = authority.cert;
    issued.ours = await authority.issue({ name: "C=NL,O=Bankside,CN=Bankside Test" });
    issued.seal = await authority.issue({ name: "C=NL,O=Bankside,CN=Bankside Seal" });
    issued.stranger = await stranger.issue({ name: "CN=Stranger" });
    const notAfter = new Date(Date.now() - 60_000);
    issued.expired = await authority.issue({ name: "CN=Too Late", notAfter });
    const tls = await authority.issue({ name: "CN=127.0.0.1" });
    bank = await startXs2aBank({ tls, clientAuthority: authority.cert });
    expiredBank = await startXs2aBank({ tls: issued.expired });
  });
  beforeEach(() => {
    bank.seen.length = 0;
    bank.ways.checksSignature = false;
  });
  after(async () => {
    await bank.close();
    await expiredBank.close();
  });

  const connect = (tls: TlsOptions, at = bank) =>
    createNextGenPsd2Connector({ baseUrl: at.baseUrl, fetch: createMutualTlsFetch(tls) });

  function signing(digest: "SHA-256" | "SHA-512" = "SHA-256") {
    return createNextGenPsd2Connector({
      baseUrl: bank.baseUrl,
      fetch: createMutualTlsFetch({ certificate: issued.ours, authorities }),
      sign: createRequestSigner({ ...issued.seal, digest }, () => new Date()),
    });
  }

  it("receives our client certificate", async () => {
    await connect({ certificate: issued.ours, authorities }).startPayment(ORDER);
    assert.deepEqual(
      bank.seen.map(({ client }) => client),
      ["Bankside Test"],
    );
  });

  it("accepts a key with a passphrase", async () => {
    const authority = await createAuthority();
    const guarded = await authority.issue({ name: "CN=Guarded", passphrase: "open sesame" });
    const tls = await authority.issue({ name: "CN=127.0.0.1" });
    const other = await startXs2aBank({ tls, clientAuthority: authority.cert });
    try {
      const certificate = { ...guarded, passphrase: "open sesame" };
      await connect({ certificate, authorities: authority.cert }, other).startPayment(ORDER);
      assert.equal(other.seen[0]?.client, "Guarded");
    } finally {
      await other.close();
    }
  });

  it("is reached through the proxy by its name, and both certificates are checked", async (t) => {
    const authority = await createAuthority();
    const client = await authority.issue({ name: "CN=Client" });
    const tls = await authority.issue({ name: "CN=bank", host: "bank.example" });
    const named = await startXs2aBank({ tls, clientAuthority: authority.cert });
    t.after(() => named.close());
    const port = Number(new URL(named.baseUrl).port);
    const proxy = await startConnectProxy(t, { route: () => port });
    proxy.url.username = "ada";
    proxy.url.password = "p%40ss";
    const pay = (host: string, noProxy = "") =>
      createNextGenPsd2Connector({
        baseUrl: named.baseUrl.replace(/127\.0\.0\.1:\d+/, host),
        fetch: createMutualTlsFetch({
          certificate: client,
          authorities: authority.cert,
          proxy: createOutboundProxy({
            HTTPS_PROXY: proxy.url,
            NO_PROXY: parseNoProxy(noProxy),
          }),
        }),
      }).startPayment(ORDER);
    await pay("bank.example");
    assert.deepEqual(named.seen[0]?.client, "Client");
    const credentials = `Basic ${Buffer.from("ada:p@ss").toString("base64")}`;
    assert.deepEqual(proxy.seen[0], { authority: "bank.example:443", credentials });
    const seen = [named.seen.length, proxy.seen.length];
    await assert.rejects(pay("other.example"), { kind: "unreachable" });
    assert.equal(proxy.seen.at(-1)?.authority, "other.example:443");
    const asked = proxy.seen.length;
    await assert.rejects(pay(`127.0.0.1:${port}`), { kind: "unreachable" });
    await assert.rejects(pay(`localhost:${port}`), { kind: "unreachable" });
    await assert.rejects(pay("gone.invalid", "invalid"), { kind: "unreachable" });
    assert.deepEqual([named.seen.length, proxy.seen.length], [seen[0], asked]);
  });

  const refused: [string, () => TlsOptions][] = [
    ["without a certificate", () => ({ authorities })],
    ["with a stranger's certificate", () => ({ certificate: issued.stranger, authorities })],
    ["with an expired certificate", () => ({ certificate: issued.expired, authorities })],
    ["at a bank that our authorities do not know", () => ({ certificate: issued.ours })],
    [
      "at a bank that another authority vouches for",
      () => ({ certificate: issued.ours, authorities: issued.stranger.cert }),
    ],
  ];
  for (const [how, tls] of refused) {
    it(`is unreachable ${how}, and sees no request`, async () => {
      await assert.rejects(connect(tls()).startPayment(ORDER), { kind: "unreachable" });
      assert.deepEqual(bank.seen, []);
    });
  }

  it("is unreachable if its certificate has expired", async () => {
    await assert.rejects(connect({ authorities }, expiredBank).startPayment(ORDER), {
      kind: "unreachable",
    });
    assert.deepEqual(expiredBank.seen, []);
  });

  for (const digest of ["SHA-256", "SHA-512"] as const) {
    it(`receives every request signed, with ${digest}`, async () => {
      bank.ways.checksSignature = true;
      const connector = signing(digest);
      const { paymentId } = await connector.startPayment({ ...ORDER, requestId: digest });
      const payment = { paymentId, currency: "EUR" };
      bank.settle("ACSC");
      assert.equal((await connector.readPayment(payment)).state, "succeeded");
      await connector.cancelPayment(payment);
      assert.ok(bank.seen.length >= 5);
      for (const { headers } of bank.seen) {
        assert.match(
          headers["signature"] ?? "",
          /^keyId="SN=9FA2,CA=CN=Test%20CA%201,O=Example%20Trust,C=DE",algorithm="rsa-sha/,
        );
        assert.match(headers["digest"] ?? "", new RegExp(`^${digest}=`));
      }
    });
  }

  it("refuses unsigned requests", async () => {
    bank.ways.checksSignature = true;
    const unsigned = connect({ certificate: issued.ours, authorities });
    await assert.rejects(unsigned.startPayment(ORDER), {
      kind: "denied",
      code: "SIGNATURE_MISSING",
    });
  });

  it("detects any change to the signed parts", async () => {
    await signing().startPayment({ ...ORDER, requestId: "another" });
    const [request] = bank.seen;
    assert.ok(request);
    assert.equal(signatureProblem(request), undefined);
    const headers = (name: string, value: string) => ({
      ...request,
      headers: { ...request.headers, [name]: value },
    });
    const other = "https://elsewhere.example/";
    const changed: SeenRequest[] = [
      { ...request, body: request.body.replace("12.50", "12.51") },
      headers("digest", request.headers["digest"]?.replace(/.$/, "A") ?? ""),
      headers("x-request-id", "7a0f9f6e-3f39-4b6e-9a32-000000000000"),
      headers("tpp-redirect-uri", other),
      headers("date", new Date(0).toUTCString()),
      headers("tpp-signature-certificate", toBase64(issued.stranger.cert)),
    ];
    for (const one of changed) assert.equal(signatureProblem(one), "SIGNATURE_INVALID");
  });

  it("reveals nothing about certificates in its error", async () => {
    const error = await connect({ authorities })
      .startPayment(ORDER)
      .catch((reason: unknown) => reason);
    assert.ok(error instanceof BankError);
    assert.equal(error.message, "the bank could not be reached");
  });
});

const toBase64 = (pem: string) => pem.replaceAll(/-----[^-]+-----|\s/g, "");
