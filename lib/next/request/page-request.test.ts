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
  abc: { accountId: "acct_a", ancestors: ["https://shop.example"] },
};
const find = async (reference: string) => known[reference];
const read = (path: string, findFraming = find, countCheck = async () => {}) =>
  readAddress(new URL(path, "http://localhost"), { findFraming, countCheck });

describe("readAddress", () => {
  it("asks who may frame a checkout", async () => {
    const address = await read("/checkout?reference=abc");
    assert.deepEqual(address.frameAncestors, ["https://shop.example"]);
    assert.equal(address.unknownPayment, undefined);
    assert.deepEqual(address.shown, { accountId: "acct_a", reference: "abc" });
  });

  it("lets a receipt be framed where its checkout is", async () => {
    const address = await read("/checkout/receipt?reference=abc");
    assert.deepEqual(address.frameAncestors, ["https://shop.example"]);
  });

  it("lets our own pages frame the brand's preview, and no other page of the console", async () => {
    assert.equal((await read("/console/settings/brand/preview?accent=x")).frameAncestors, "own");
    for (const path of ["/console/settings/brand", "/console/settings/brand/preview/x"]) {
      assert.deepEqual((await read(path)).frameAncestors, []);
    }
  });

  it("lets every page frame the one that looks out of a frame, and no other of the check", async () => {
    assert.equal((await read("/embed-check/frame?reference=abc")).frameAncestors, "any");
    for (const path of ["/embed-check?reference=abc", "/embed-check/frame/x", "/embed-check/"]) {
      assert.deepEqual((await read(path)).frameAncestors, []);
    }
  });

  const cases: [path: string, unknown: "checkout" | "payer" | undefined][] = [
    ["/checkout", "checkout"],
    ["/checkout?reference=", "checkout"],
    ["/checkout?reference=unknown", "checkout"],
    ["/checkout?reference=abc&reference=abc", "checkout"],
    ["/checkout?REFERENCE=abc", "checkout"],
    ["/checkout/receipt", "checkout"],
    ["/checkout/receipt?reference=unknown", "checkout"],
    ["/checkout/receipt?shared=token", undefined],
    ["/checkout/receipt?shared=token&reference=abc", undefined],
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

  it("tells why nothing was looked up for a client that guesses, and calls nothing unknown", async () => {
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

  it("lets a client check embeddings as often as is fair, whatever it asks, and then looks nothing up", async () => {
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

  it("counts no check where nothing is asked, and knows a payment by its address too", async () => {
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

  it("knows the pages with a form", async () => {
    assert.equal((await read("/checkout?reference=abc")).hasForm, true);
    assert.equal((await read("/")).hasForm, false);
    assert.equal((await read("/pay/abc/bank")).hasForm, true);
    assert.equal((await read("/secure/abc/bank")).hasForm, true);
    assert.equal((await read("/secure?token=t&jwt=j")).hasForm, false);
  });

  it("never gives the same nonce twice", async () => {
    const addresses = await Promise.all(Array.from({ length: 100 }, () => read("/")));
    assert.equal(new Set(addresses.map(({ nonce }) => nonce)).size, 100);
  });
});

describe("isNeverFramed", () => {
  const framed = new Headers({ "Sec-Fetch-Dest": "iframe" });
  const nobody = { shown: { accountId: "acct_a", reference: "abc" }, frameAncestors: [] };

  it("is a checkout in a frame that no site may frame", () => {
    assert.ok(isNeverFramed(nobody, framed));
  });

  it("is none that some site may frame, none that is no frame, and no other page", () => {
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

  it("tells which site's frame will be refused", () => {
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
    it(`says nothing of ${what}`, () => assert.equal(told(headers), undefined));
  }

  it("says nothing where no account is known", () => {
    const unknown = { shown: undefined, frameAncestors: [] };
    assert.equal(told({ Referer: "https://other.example/" }, unknown), undefined);
  });
});

describe("keptQuery", () => {
  const kept = (query: string) => keptQuery(new URLSearchParams(query)).toString();

  it("keeps what a page shows", () => {
    assert.equal(kept("reference=abc&view=qr&lang=de"), "reference=abc&view=qr");
    assert.equal(kept("bank=sandbox&problem=code_wrong"), "bank=sandbox&problem=code_wrong");
    assert.equal(kept("moved=1&already=1&lang=de"), "moved=1&already=1");
  });

  it("keeps nothing that opens a page once, and nothing it does not know", () => {
    assert.equal(kept("token=t&jwt=j&redirect-url=app&state=s&code=c&next=/x"), "");
  });
});

describe("queryHeaders", () => {
  const headers = (query: string) => new Headers(queryHeaders(new URLSearchParams(query)));

  it("names the locale that is asked for, and nothing that is not on offer", () => {
    const cases = { "lang=de": "de", "lang=pt-BR&lang=x": "pt", "lang=qps": "qps", "lang=xx": "" };
    for (const [query, expected] of Object.entries({ ...cases, "lang=de%E2%80%93AT": "", x: "" })) {
      assert.equal(headers(query).get(ASKED_LANGUAGE_HEADER), expected, query);
    }
  });

  it("makes valid headers of any value", () => {
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
  it("is true of the console, the demo and the start page, which speak English", () => {
    for (const path of ["/", "/console", "/console/nowhere", "/sandbox/shop", "/embed-check/frame"])
      assert.ok(isMerchantPage(path), path);
  });

  it("is not of shoppers' pages, nor of addresses that are nobody's", () => {
    for (const path of ["/checkout", "/pay/x/nowhere", "/secure/again", "/nowhere", "/consoles"])
      assert.ok(!isMerchantPage(path), path);
  });
});
