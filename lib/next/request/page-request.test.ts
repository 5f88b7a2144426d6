import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { anyCharacter } from "#lib/testing/any-character.ts";
import { createTestLimits } from "#lib/testing/limits.ts";
import { countCheck, lookUpNamed, respondTooMany } from "./guesses.ts";
import {
  ASKED_LANGUAGE_HEADER,
  type Framing,
  isMerchantPage,
  isNeverFramed,
  keptQuery,
  queryHeaders,
  readAddress,
  refusedFrame,
} from "./page-request.ts";

const known: Record<string, Framing> = {
  abc: { accountId: "acct_a", ancestors: ["https://shop.example"], locale: "de" },
};
const find = async (reference: string) => known[reference];
const findLink = async (token: string) => (token === "abc" ? true : undefined);
const read = (path: string, findFraming = find, countCheck = async () => {}) =>
  readAddress(new URL(path, "http://localhost"), { findFraming, findLink, countCheck });

describe("readAddress", () => {
  it("reads which sites may frame a checkout", async () => {
    const address = await read("/checkout?reference=abc");
    assert.deepEqual(address.frameAncestors, ["https://shop.example"]);
    assert.equal(address.unknownPayment, undefined);
    assert.deepEqual(address.shown, { accountId: "acct_a", reference: "abc" });
  });

  it("reads the language of a shop's order for its pages, but not for the merchant's check", async () => {
    for (const path of ["/checkout?reference=abc", "/checkout/receipt?reference=abc", "/pay/abc"]) {
      assert.equal((await read(path)).orderLocale, "de");
    }
    assert.equal((await read("/embed-check?reference=abc")).orderLocale, "");
    assert.equal((await read("/pay/unknown")).orderLocale, "");
  });

  it("lets the sites of its checkout frame a receipt", async () => {
    const address = await read("/checkout/receipt?reference=abc");
    assert.deepEqual(address.frameAncestors, ["https://shop.example"]);
  });

  it("lets our own pages frame the brand's preview, but no other page of the console", async () => {
    assert.equal((await read("/console/settings/brand/preview?accent=x")).frameAncestors, "own");
    for (const path of ["/console/settings/brand", "/console/settings/brand/preview/x"]) {
      assert.deepEqual((await read(path)).frameAncestors, []);
    }
  });

  it("lets every page frame the frame of the embed check, but no other page of the check", async () => {
    assert.equal((await read("/embed-check/frame?reference=abc")).frameAncestors, "any");
    for (const path of ["/embed-check?reference=abc", "/embed-check/frame/x", "/embed-check/"]) {
      assert.deepEqual((await read(path)).frameAncestors, []);
    }
  });

  const cases: [path: string, unknown: "checkout" | "payer" | "link" | undefined][] = [
    ["/checkout", "checkout"],
    ["/checkout?reference=", "checkout"],
    ["/checkout?reference=unknown", "checkout"],
    ["/checkout?reference=abc&reference=abc", "checkout"],
    ["/checkout?REFERENCE=abc", "checkout"],
    ["/checkout/receipt", "checkout"],
    ["/checkout/receipt?reference=unknown", "checkout"],
    ["/checkout/receipt?shared=token", undefined],
    ["/checkout/receipt?shared=token&reference=abc", undefined],
    ["/l/unknown", "link"],
    ["/l/unknown?reference=abc", "link"],
    ["/l/abc", undefined],
    ["/l", undefined],
    ["/list/unknown", undefined],
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
    it(`lets no site frame ${path}`, async () => {
      const address = await read(path);
      assert.deepEqual(address.frameAncestors, []);
      assert.equal(address.unknownPayment, unknown);
    });
  }

  it("does not look up the payment of a webview", async () => {
    const never = async () => assert.fail("a webview's page is not looked up here");
    await read("/secure/abc/bank", never);
  });

  it("lets no site frame a page while the database is unavailable, and reports no payment as unknown", async () => {
    const away = async () => Promise.reject(new Error("connection refused"));
    const address = await read("/checkout?reference=abc", away);
    assert.deepEqual(address.frameAncestors, []);
    assert.equal(address.unknownPayment, undefined);
  });

  it("refuses a client that guesses without a look-up, and does not report its payment as unknown", async () => {
    const { limits } = createTestLimits();
    const headers = new Headers({ "x-forwarded-for": "192.0.2.7" });
    let lookUps = 0;
    const guess = () =>
      read("/pay/unknown", (reference) =>
        lookUpNamed(limits, headers, () => {
          lookUps += 1;
          return find(reference);
        }),
      );
    for (let count = 0; count < 60; count++) assert.equal((await guess()).unknownPayment, "payer");
    const address = await guess();
    assert.equal(address.refused?.code, "too_many_requests");
    assert.equal(address.unknownPayment, undefined);
    assert.equal(lookUps, 60);
    assert.ok(address.refused);
    const response = respondTooMany(address.refused, { "X-Content-Type-Options": "nosniff" });
    assert.equal(response.status, 429);
    assert.equal(response.headers.get("retry-after"), "60");
    assert.equal(response.headers.get("x-content-type-options"), "nosniff");
    const german = respondTooMany(address.refused, {}, { words: "Bitte warten Sie." });
    assert.equal(await german.text(), "Bitte warten Sie.");
  });

  it("limits the embed checks of a client, and then looks nothing up", async () => {
    const { limits } = createTestLimits();
    let lookUps = 0;
    const lookAt = (reference: string) => {
      lookUps += 1;
      return find(reference);
    };
    const ask = async (address: string, query = "reference=abc") => {
      const headers = new Headers({ "x-forwarded-for": address });
      const path = `/embed-check?${query}`;
      const { refused } = await read(path, lookAt, async () => countCheck(limits, headers));
      return refused?.code;
    };
    for (let count = 0; count < 120; count++) assert.equal(await ask("192.0.2.8"), undefined);
    assert.equal(lookUps, 120);
    assert.equal(await ask("192.0.2.8"), "too_many_requests");
    assert.equal(await ask("192.0.2.8", "csp=x"), "too_many_requests");
    assert.equal(lookUps, 120);
    assert.equal(await ask("192.0.2.9"), undefined);
  });

  it("counts no embed check without a query, and finds a payment by its address too", async () => {
    const never = async () => assert.fail("nothing was asked");
    assert.equal((await read("/embed-check", never, never)).refused, undefined);
    assert.equal((await read("/embed-check/frame?reference=abc", never, never)).refused, undefined);
    const asked: string[] = [];
    const note = async (reference: string) => void asked.push(reference);
    const checkout = encodeURIComponent("https://pay.example/checkout?reference=abc");
    const address = await read(`/embed-check?reference=${checkout}`, note);
    assert.deepEqual(asked, ["abc"]);
    // The check page reports this itself.
    assert.equal(address.unknownPayment, undefined);
  });

  it("marks the pages with a form", async () => {
    assert.equal((await read("/checkout?reference=abc")).hasForm, true);
    assert.equal((await read("/")).hasForm, false);
    assert.equal((await read("/pay/abc/bank")).hasForm, true);
    assert.equal((await read("/secure/abc/bank")).hasForm, true);
    assert.equal((await read("/secure?token=t&jwt=j")).hasForm, false);
  });

  it("never returns the same nonce twice", async () => {
    const addresses = await Promise.all(Array.from({ length: 100 }, () => read("/")));
    assert.equal(new Set(addresses.map(({ nonce }) => nonce)).size, 100);
  });
});

describe("isNeverFramed", () => {
  const framed = new Headers({ "Sec-Fetch-Dest": "iframe" });
  const nobody = { shown: { accountId: "acct_a", reference: "abc" }, frameAncestors: [] };

  it("is true of a checkout in a frame that no site may frame", () => {
    assert.ok(isNeverFramed(nobody, framed));
  });

  it("is false if a site may frame it, outside a frame, and for other pages", () => {
    assert.ok(!isNeverFramed({ ...nobody, frameAncestors: ["https://shop.example"] }, framed));
    assert.ok(!isNeverFramed(nobody, new Headers({ "Sec-Fetch-Dest": "document" })));
    assert.ok(!isNeverFramed(nobody, new Headers()));
    assert.ok(!isNeverFramed({ ...nobody, shown: undefined }, framed));
  });
});

describe("refusedFrame", () => {
  const OWN = "https://pay.example";
  const shown = { accountId: "acct_a", reference: "abc" };
  const address = { shown, frameAncestors: ["https://shop.example"] };
  const told = (
    headers: Record<string, string>,
    of: Parameters<typeof refusedFrame>[0] = address,
  ) => refusedFrame(of, new Headers({ "Sec-Fetch-Dest": "iframe", ...headers }), OWN);

  it("names the site whose frame will be refused", () => {
    const refused = { ...shown, origin: "https://other.example" };
    assert.deepEqual(told({ Referer: "https://other.example/" }), refused);
    assert.deepEqual(
      told({ Referer: "https://Other.example:443/a?b", "Sec-Fetch-Dest": "frame" }),
      refused,
    );
  });

  const silent: [string, Record<string, string>][] = [
    ["a registered site", { Referer: "https://shop.example/cart" }],
    ["a page of ours", { Referer: "https://pay.example/checkout" }],
    [
      "a page that is no frame",
      { Referer: "https://other.example/", "Sec-Fetch-Dest": "document" },
    ],
    ["a browser that tells nothing", {}],
    ["no web page", { Referer: "data:text/html,x" }],
    ["no address", { Referer: "other.example" }],
  ];
  for (const [what, headers] of silent) {
    it(`returns nothing for ${what}`, () => assert.equal(told(headers), undefined));
  }

  it("returns nothing if no account is known", () => {
    const unknown = { shown: undefined, frameAncestors: [] };
    assert.equal(told({ Referer: "https://other.example/" }, unknown), undefined);
  });
});

describe("keptQuery", () => {
  const kept = (query: string) => keptQuery(new URLSearchParams(query)).toString();

  it("keeps the parameters of a page's content", () => {
    assert.equal(kept("reference=abc&view=qr&lang=de"), "reference=abc&view=qr");
    assert.equal(kept("bank=sandbox&problem=code_wrong"), "bank=sandbox&problem=code_wrong");
    assert.equal(kept("moved=1&already=1&lang=de"), "moved=1&already=1");
  });

  it("removes one-time and unknown parameters", () => {
    assert.equal(kept("token=t&jwt=j&redirect-url=app&state=s&code=c&next=/x"), "");
  });
});

describe("queryHeaders", () => {
  const headers = (query: string) => new Headers(queryHeaders(new URLSearchParams(query)));

  it("contain the requested locale, if that is on offer", () => {
    const cases = { "lang=de": "de", "lang=pt-BR&lang=x": "pt", "lang=qps": "qps", "lang=xx": "" };
    for (const [query, expected] of Object.entries({ ...cases, "lang=de%E2%80%93AT": "", x: "" })) {
      assert.equal(headers(query).get(ASKED_LANGUAGE_HEADER), expected, query);
    }
  });

  it("are valid headers for any value", () => {
    const names = fc.constantFrom("lang", "languages", "reference", "o", "view", "problem");
    const values = fc.string({ unit: anyCharacter });
    fc.assert(
      fc.property(fc.array(fc.tuple(names, values)), (pairs) => {
        const made = headers(new URLSearchParams(pairs).toString());
        return [...made.values()].every((value) => /^[\x21-\x7e]*$/.test(value));
      }),
    );
  });
});

describe("isMerchantPage", () => {
  it("is true of the console, the demo and the start page, which are in English", () => {
    for (const path of ["/", "/console", "/console/nowhere", "/sandbox/shop", "/embed-check/frame"])
      assert.ok(isMerchantPage(path), path);
  });

  it("is false of shoppers' pages and of unknown addresses", () => {
    for (const path of ["/checkout", "/pay/x/nowhere", "/secure/again", "/nowhere", "/consoles"])
      assert.ok(!isMerchantPage(path), path);
  });
});
