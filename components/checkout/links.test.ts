import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { checkoutPath, payPath } from "./links.ts";

describe("checkoutPath", () => {
  it("leaves out what is not set", () => {
    assert.equal(checkoutPath("abc"), "/checkout?reference=abc");
    const path = checkoutPath("abc", { view: "qr", lang: undefined, problem: "" });
    assert.equal(path, "/checkout?reference=abc&view=qr");
  });
});

describe("payPath", () => {
  it("leads to the steps of the payer app", () => {
    assert.equal(payPath("abc"), "/pay/abc");
    assert.equal(payPath("abc", "/review", { bank: "b 1" }), "/pay/abc/review?bank=b+1");
  });
});

describe("paths", () => {
  it("stay on this site whatever a reference holds", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (reference, lang) => {
        for (const path of [
          checkoutPath(reference, { lang }),
          payPath(reference, "/bank", { lang }),
        ]) {
          const url = new URL(path, "https://pay.example");
          assert.equal(url.origin, "https://pay.example");
          assert.equal(url.hash, "");
        }
      }),
    );
  });
});
