import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, it, type TestContext } from "node:test";
import { createBankDirectory } from "./directory.ts";
import type { ConfiguredBank } from "./file.ts";

const REAL: ConfiguredBank = {
  id: "real",
  name: "Real Example Bank",
  country: "DE",
  bic: "EXMPDEFFXXX",
  mode: "live",
  xs2aUrl: "https://xs2a.bank.example",
  product: "sepa-credit-transfers",
  currencies: ["EUR", "SEK"],
  headers: {},
  quirks: [],
  logo: { type: "image/png", bytes: Buffer.from("x"), digest: "ab" },
};
const THEIR_SANDBOX: ConfiguredBank = { ...REAL, id: "real-test", mode: "test" };
const RETIRED: ConfiguredBank = { ...REAL, id: "retired", retired: true };

function directoryWith(isSandboxOn: boolean, configured = [REAL, THEIR_SANDBOX, RETIRED]) {
  return createBankDirectory({
    sandboxBankUrl: "http://127.0.0.1:9/sandbox/bank",
    sandboxEnabled: async () => isSandboxOn,
    configured,
    logoPath: "/bank/logo",
  });
}

/** A bank that sends this to every request. */
async function bankWith(t: TestContext, body: object): Promise<ConfiguredBank> {
  const server = createServer((_request, response) => {
    response.writeHead(201, { Connection: "close" }).end(JSON.stringify(body));
  });
  t.after(() => server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { ...REAL, xs2aUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const ORDER = {
  endToEndId: "E2E-1",
  requestId: "7a0f9f6e-3f39-4b6e-9a32-3f6f0d0c5a11",
  amount: 1250,
  currency: "EUR",
  payee: { iban: "NL91ABNA0417164300", name: "Corner Books" },
  remittance: "order-17",
  redirectUrl: "https://pay.example/return",
  nokRedirectUrl: "https://pay.example/return",
  payerIp: undefined,
};

const idsOf = (banks: { id: string }[]) => banks.map(({ id }) => id);

describe("directory of banks", () => {
  it("offers each mode its own banks", async () => {
    const directory = directoryWith(true);
    assert.deepEqual(idsOf(await directory.banksFor("live")), ["real"]);
    const test = idsOf(await directory.banksFor("test"));
    assert.ok(test.includes("sandbox") && test.includes("real-test") && !test.includes("real"));
    assert.deepEqual(idsOf(await directoryWith(false).banksFor("test")), ["real-test"]);
  });

  it("offers a bank only in the currencies that it accepts", async () => {
    const directory = directoryWith(false);
    assert.deepEqual(idsOf(await directory.banksFor("live", "SEK")), ["real"]);
    assert.deepEqual(await directory.banksFor("live", "JPY"), []);
  });

  it("names the currencies that its banks accept instead of another", async () => {
    const directory = directoryWith(false);
    assert.deepEqual(await directory.currenciesInstead("live", "JPY"), ["EUR", "SEK"]);
    assert.deepEqual(await directory.currenciesInstead("test", "JPY"), ["EUR", "SEK"]);
    for (const mode of ["live", "test"] as const) {
      assert.equal(await directory.currenciesInstead(mode, "SEK"), undefined);
    }
    assert.deepEqual(await directoryWith(true).currenciesInstead("live", "JPY"), ["EUR", "SEK"]);
    assert.equal(await directoryWith(true).currenciesInstead("test", "JPY"), undefined);
  });

  it("checks whether the sandbox is on only if nothing else decides", async () => {
    const unasked = (configured: ConfiguredBank[]) =>
      createBankDirectory({
        sandboxBankUrl: "http://127.0.0.1:9/sandbox/bank",
        sandboxEnabled: () => Promise.reject(new Error("asked")),
        configured,
      });
    const both = unasked([REAL, THEIR_SANDBOX]);
    assert.equal(await both.currenciesInstead("live", "EUR"), undefined);
    assert.deepEqual(await both.currenciesInstead("live", "JPY"), ["EUR", "SEK"]);
    assert.equal(await both.currenciesInstead("test", "EUR"), undefined);
    assert.equal(await unasked([REAL]).currenciesInstead("test", "JPY"), undefined);
    assert.deepEqual(await unasked([RETIRED]).currenciesInstead("live", "JPY"), []);
    await assert.rejects(both.currenciesInstead("test", "JPY"), /asked/);
  });

  it("has a bank for a currency, or for any, unless it is retired", async () => {
    const directory = directoryWith(false);
    for (const mode of ["live", "test"] as const) {
      assert.equal(await directory.hasBank(mode), true);
      assert.equal(await directory.hasBank(mode, "SEK"), true);
      assert.equal(await directory.hasBank(mode, "JPY"), false);
    }
    assert.equal(await directoryWith(true).hasBank("test", "JPY"), true);
    assert.equal(await directoryWith(true).hasBank("live", "JPY"), false);
    assert.equal(await directoryWith(true, [RETIRED]).hasBank("live"), false);
  });

  it("still connects to a bank that is no longer offered", async () => {
    const directory = directoryWith(false);
    assert.ok(!idsOf(await directory.banksFor("live", "EUR")).includes("retired"));
    assert.ok(directory.connectorFor("retired", "live"));
  });

  it("has no connector for a bank of the other mode", () => {
    const directory = directoryWith(true);
    for (const [id, mode, other] of [
      ["real", "live", "test"],
      ["real-test", "test", "live"],
      ["sandbox", "test", "live"],
    ] as const) {
      assert.ok(directory.connectorFor(id, mode));
      assert.equal(directory.connectorFor(id, other), undefined);
    }
    assert.equal(directory.connectorFor("unknown", "live"), undefined);
  });

  it("logs the unusable parts of a real bank's response with the bank's id", async (t) => {
    const lines: unknown[][] = [];
    const directory = createBankDirectory({
      sandboxBankUrl: "http://127.0.0.1:9/sandbox/bank",
      sandboxEnabled: async () => false,
      configured: [await bankWith(t, { paymentId: "p-1", _links: 7 })],
      logger: { warn: (...line: unknown[]) => lines.push(line) },
    });
    await directory.connectorFor("real", "live")?.startPayment(ORDER);
    assert.deepEqual(
      lines.map(([fields]) => fields),
      [
        { bankId: "real", dropped: [{ member: "_links", reason: "invalid_type" }] },
        {
          bankId: "real",
          dropped: [{ member: "_links", reason: "the bank gave no usable approval address" }],
        },
      ],
    );
  });

  it("shows logos by their digest", async () => {
    const directory = directoryWith(false);
    const [bank] = await directory.banksFor("live");
    assert.equal(bank?.logoPath, "/bank/logo/ab");
    assert.equal(directory.logo("ab")?.type, "image/png");
    assert.equal(directory.logo("constructor"), undefined);
  });

  it("gives each sandbox bank a different logo", async () => {
    const directory = directoryWith(true);
    const banks = (await directory.banksFor("test")).filter(({ isDialect }) => !isDialect);
    const paths = banks.map(({ logoPath = "" }) => logoPath);
    assert.equal(new Set(paths).size, paths.length);
    for (const path of paths) assert.ok(directory.logo(path.slice("/bank/logo/".length)), path);
  });
});
