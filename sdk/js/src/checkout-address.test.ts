import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkoutAddress } from "./checkout-address.ts";

const REDIRECT = "https://pay.example/secure?token=a-b_c";

describe("the address of the webview", () => {
  it("keeps the checkout token and adds JWT and way back", () => {
    const address = new URL(checkoutAddress(REDIRECT, { token: "h.p.s", urlScheme: "myapp" }));
    assert.deepEqual(Object.fromEntries(address.searchParams), {
      token: "a-b_c",
      jwt: "h.p.s",
      "redirect-url": "myapp",
    });
  });

  it("adds no way back when there is none", () => {
    assert.equal(checkoutAddress(REDIRECT, { token: "h.p.s" }), `${REDIRECT}&jwt=h.p.s`);
  });

  it("escapes what it adds", () => {
    const given = { token: "a+b/c=", urlScheme: "web+shop://pay?x=1&y=2" };
    const { searchParams } = new URL(checkoutAddress(REDIRECT, given));
    assert.equal(searchParams.get("jwt"), given.token);
    assert.equal(searchParams.get("redirect-url"), given.urlScheme);
    assert.equal([...searchParams].length, 3);
  });

  it("finds the query before a fragment, and none", () => {
    assert.equal(
      checkoutAddress("https://a.example/s?t=1#f#g", { token: "j" }),
      "https://a.example/s?t=1&jwt=j#f#g",
    );
    assert.equal(
      checkoutAddress("https://a.example/s", { token: "j" }),
      "https://a.example/s?jwt=j",
    );
    assert.equal(
      checkoutAddress("https://a.example/s?", { token: "j" }),
      "https://a.example/s?jwt=j",
    );
  });
});
