import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkoutAddress, helpAddress, isWebAddress } from "./address.ts";

const CHECKOUT = "https://pay.example/checkout?reference=abc";

describe("the checkout's address", () => {
  it("does not change if no language on offer is requested", () => {
    const { address, language } = checkoutAddress(CHECKOUT, undefined, "xx");
    assert.deepEqual([address.href, language], [CHECKOUT, undefined]);
  });

  const wishes: [string, string | undefined, string | undefined, string][] = [
    ["what was asked for", "de", "fr", "de"],
    ["what was asked for, with a region", "pt-BR", "fr", "pt"],
    ["the page, where nothing was asked for", undefined, "fr-CH", "fr"],
    ["the page, where what was asked for is not on offer", "xx", "sv", "sv"],
    ["Danish, where Norwegian is read", "nb", "en", "da"],
  ];
  for (const [whose, lang, pageLang, expected] of wishes) {
    it(`has the language of the surrounding texts: of ${whose}`, () => {
      const { address, language } = checkoutAddress(CHECKOUT, lang, pageLang);
      assert.deepEqual([address.searchParams.get("lang"), language], [expected, expected]);
    });
  }

  it("keeps its own language unless another is requested", () => {
    const own = `${CHECKOUT}&lang=it`;
    assert.equal(checkoutAddress(own, undefined, "fr").language, "it");
    assert.equal(checkoutAddress(own, "de", "fr").address.href, `${CHECKOUT}&lang=de`);
  });

  for (const address of ["", "checkout?reference=a", "javascript:alert(1)", "data:text/html,x"]) {
    it(`is not ${address || "empty"}`, () => {
      assert.throws(() => checkoutAddress(address), TypeError);
      assert.equal(isWebAddress(address), false);
    });
  }

  it("leads to help with the page and the payment", () => {
    const { address } = checkoutAddress(CHECKOUT, "de");
    const help = new URL(helpAddress(address, "https://shop.example"));
    assert.equal(help.origin + help.pathname, "https://pay.example/embed-check");
    assert.deepEqual(Object.fromEntries(help.searchParams), {
      reference: "abc",
      origin: "https://shop.example",
    });
  });
});

describe("a frame that is already in the page", () => {
  const shows = (shown: string, lang?: string) => checkoutAddress(CHECKOUT, lang, "fr", shown);

  it("keeps its address in any language of the page, and sets the language of the texts", () => {
    const { isShown, language, address } = shows(CHECKOUT);
    assert.deepEqual([isShown, language, address.href], [true, undefined, CHECKOUT]);
    const german = shows(`${CHECKOUT}&lang=de-AT`);
    assert.deepEqual([german.isShown, german.language], [true, "de"]);
  });

  it("is replaced for another payment, or another requested language", () => {
    assert.equal(shows(CHECKOUT.replace("abc", "old")).isShown, false);
    assert.equal(shows(CHECKOUT.replace("pay.", "other.")).isShown, false);
    assert.equal(shows("").isShown, false);
    assert.equal(shows(CHECKOUT, "de").isShown, false);
    assert.equal(shows(`${CHECKOUT}&lang=de`, "de").isShown, true);
  });
});
