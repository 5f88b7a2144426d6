import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  checkoutPath,
  eventsPath,
  lockEventsPath,
  payLinkHere,
  payPath,
  sharedReceiptPath,
  startAgainPath,
} from "./links.ts";

describe("checkoutPath", () => {
  it("omits parameters that are not set", () => {
    assert.equal(checkoutPath("abc"), "/checkout?reference=abc");
    const path = checkoutPath("abc", { view: "qr", lang: undefined, problem: "" });
    assert.equal(path, "/checkout?reference=abc&view=qr");
  });
});

describe("payPath", () => {
  const web = { reference: "abc", flow: "web" } as const;
  const direct = { reference: "abc", flow: "direct" } as const;

  it("leads to the steps of the payer app", () => {
    assert.equal(payPath(web), "/pay/abc");
    assert.equal(payPath(web, "/bank", { q: "b 1" }), "/pay/abc/bank?q=b+1");
    assert.equal(eventsPath(web), "/checkout/events?reference=abc");
    assert.equal(lockEventsPath(web), "/checkout/events?reference=abc&claim=1");
  });

  it("leads to the same steps in a webview", () => {
    assert.equal(payPath(direct), "/secure/abc");
    assert.equal(payPath(direct, "/verify", { lang: "en" }), "/secure/abc/verify?lang=en");
    assert.equal(eventsPath(direct), "/secure/abc/events");
    assert.equal(startAgainPath("link_used"), "/secure/again?problem=link_used");
  });
});

describe("payLinkHere", () => {
  const payLink = "HTTPS://PAY.EXAMPLE/pay/123";

  it("states that it opens on this device, and keeps the requested language", () => {
    assert.equal(payLinkHere({ payLink }, undefined), `${payLink}?here=1`);
    assert.equal(payLinkHere({ payLink }, "ar"), `${payLink}?here=1&lang=ar`);
    const earlier = "https://pay.example/pay/abc?o=a.b-c_d";
    assert.equal(payLinkHere({ payLink: earlier }, "ar"), `${earlier}&here=1&lang=ar`);
  });
});

describe("sharedReceiptPath", () => {
  it("contains only the token", () => {
    assert.equal(sharedReceiptPath("t.k"), "/checkout/receipt?shared=t.k");
  });
});

describe("paths", () => {
  it("stay on this site for any text in a reference", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (reference, lang) => {
        for (const path of [
          checkoutPath(reference, { lang }),
          payPath({ reference, flow: "web" }, "/bank", { lang }),
          payPath({ reference, flow: "direct" }, "/bank", { lang }),
          eventsPath({ reference, flow: "direct" }),
          startAgainPath(reference, { lang }),
        ]) {
          const url = new URL(path, "https://pay.example");
          assert.equal(url.origin, "https://pay.example");
          assert.equal(url.hash, "");
        }
      }),
    );
  });
});
