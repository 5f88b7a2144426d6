import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readAddress } from "./page-request.ts";

const known: Record<string, string[]> = { abc: ["https://shop.example"] };
const find = async (reference: string) => known[reference];
const read = (path: string, of = find) => readAddress(new URL(path, "http://localhost"), of);

describe("readAddress", () => {
  it("asks who may frame a checkout", async () => {
    const address = await read("/checkout?reference=abc");
    assert.deepEqual(address.frameAncestors, ["https://shop.example"]);
    assert.equal(address.unknownPayment, undefined);
  });

  const cases: [path: string, unknown: "checkout" | "payer" | undefined][] = [
    ["/checkout", "checkout"],
    ["/checkout?reference=", "checkout"],
    ["/checkout?reference=unknown", "checkout"],
    ["/checkout?reference=abc&reference=abc", "checkout"],
    ["/checkout?REFERENCE=abc", "checkout"],
    ["/pay/unknown", "payer"],
    ["/pay/unknown/bank", "payer"],
    ["/pay/abc/bank?reference=abc", undefined],
    ["/checkout/events?reference=abc", undefined],
    ["/secure?token=t&jwt=j&reference=abc", undefined],
    ["/secure/unknown", undefined],
    ["/secure/abc/bank", undefined],
    ["/payments", undefined],
    ["/?reference=abc", undefined],
  ];
  for (const [path, unknown] of cases) {
    it(`lets nobody frame ${path}`, async () => {
      const address = await read(path);
      assert.deepEqual(address.frameAncestors, []);
      assert.equal(address.unknownPayment, unknown);
    });
  }

  it("looks no payment of a webview up", async () => {
    const never = async () => assert.fail("a webview's page is not looked up here");
    await read("/secure/abc/bank", never);
  });

  it("lets nobody frame anything while the database is away, and calls nothing unknown", async () => {
    const away = async () => Promise.reject(new Error("connection refused"));
    const address = await read("/checkout?reference=abc", away);
    assert.deepEqual(address.frameAncestors, []);
    assert.equal(address.unknownPayment, undefined);
  });

  it("knows the pages with a form", async () => {
    assert.equal((await read("/checkout?reference=abc")).hasForm, false);
    assert.equal((await read("/checkout?reference=abc&confirm=cancel")).hasForm, true);
    assert.equal((await read("/pay/abc/review")).hasForm, true);
    assert.equal((await read("/secure/abc/review")).hasForm, true);
    assert.equal((await read("/secure?token=t&jwt=j")).hasForm, false);
  });

  it("never gives the same nonce twice", async () => {
    const addresses = await Promise.all(Array.from({ length: 100 }, () => read("/")));
    assert.equal(new Set(addresses.map(({ nonce }) => nonce)).size, 100);
  });
});
