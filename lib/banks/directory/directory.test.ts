import assert from "node:assert/strict";
import { describe, it } from "node:test";
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

function directoryWith(isSandboxOn: boolean) {
  return createBankDirectory({
    sandboxBankUrl: "http://127.0.0.1:9/sandbox/bank",
    sandboxEnabled: async () => isSandboxOn,
    configured: [REAL, THEIR_SANDBOX, RETIRED],
    logoPath: "/bank/logo",
  });
}

const idsOf = (banks: { id: string }[]) => banks.map(({ id }) => id);

describe("directory of banks", () => {
  it("offers each mode its own banks", async () => {
    const directory = directoryWith(true);
    assert.deepEqual(idsOf(await directory.banksFor("live")), ["real"]);
    const test = idsOf(await directory.banksFor("test"));
    assert.ok(test.includes("sandbox") && test.includes("real-test") && !test.includes("real"));
    assert.deepEqual(idsOf(await directoryWith(false).banksFor("test")), ["real-test"]);
  });

  it("offers a bank only in the currencies it takes", async () => {
    const directory = directoryWith(false);
    assert.deepEqual(idsOf(await directory.banksFor("live", "SEK")), ["real"]);
    assert.deepEqual(await directory.banksFor("live", "JPY"), []);
  });

  it("still speaks to a bank that is not offered any more", async () => {
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

  it("shows logos by their digest", async () => {
    const directory = directoryWith(false);
    const [bank] = await directory.banksFor("live");
    assert.equal(bank?.logoPath, "/bank/logo/ab");
    assert.equal(directory.logo("ab")?.type, "image/png");
    assert.equal(directory.logo("constructor"), undefined);
  });

  it("gives each sandbox bank a logo of its own", async () => {
    const directory = directoryWith(true);
    const paths = (await directory.banksFor("test")).map(({ logoPath = "" }) => logoPath);
    assert.equal(new Set(paths).size, paths.length);
    for (const path of paths) assert.ok(directory.logo(path.slice("/bank/logo/".length)), path);
  });
});
