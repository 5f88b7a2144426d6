import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkoutAddress, helpAddress, isWebAddress } from "./address.ts";

const CHECKOUT = "https://pay.example/checkout?reference=abc";

describe("the checkout's address", () => {
  it("is taken as it is", () => assert.equal(checkoutAddress(CHECKOUT).href, CHECKOUT));

  it("carries the language that is asked for", () => {
    assert.equal(checkoutAddress(CHECKOUT, "de").searchParams.get("lang"), "de");
  });

  for (const address of ["", "checkout?reference=a", "javascript:alert(1)", "data:text/html,x"]) {
    it(`is not ${address || "empty"}`, () => {
      assert.throws(() => checkoutAddress(address), TypeError);
      assert.equal(isWebAddress(address), false);
    });
  }

  it("leads to help that knows the page and the payment", () => {
    const help = new URL(helpAddress(checkoutAddress(CHECKOUT, "de"), "https://shop.example"));
    assert.equal(help.origin + help.pathname, "https://pay.example/embed-check");
    assert.deepEqual(Object.fromEntries(help.searchParams), {
      reference: "abc",
      origin: "https://shop.example",
    });
  });
});
