import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { returnsByItself, returnUrlOf, shopOf } from "./redirect.ts";

const shop = {
  successUrl: "https://shop.example/ok",
  failureUrl: "https://shop.example/no",
  processingUrl: "https://shop.example/wait?a=1",
  cancelUrl: null,
  failureReason: null,
  externalId: "order 1&2",
};

const isOwn = (pair: string) => /^(%65|e)xternal(I|%49)d(=|$)/.test(pair);

function decodeLoosely(pair: string): string {
  return pair.replaceAll(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number(`0x${hex}`)));
}

describe("return URL", () => {
  it("is the success URL for a success, and the failure URL for a failure", () => {
    assert.equal(
      returnUrlOf({ ...shop, status: "succeeded" }),
      "https://shop.example/ok?externalId=order%201%262",
    );
    assert.equal(
      returnUrlOf({ ...shop, status: "failed" }),
      "https://shop.example/no?externalId=order%201%262",
    );
  });

  it("is the cancel URL for a cancelled order only, or else the failure URL", () => {
    const cancelUrl = "https://shop.example/basket";
    const failed = { ...shop, cancelUrl, status: "failed" } as const;
    const cancelled = { ...failed, failureReason: "cancelled" } as const;
    assert.equal(returnUrlOf(cancelled), `${cancelUrl}?externalId=order%201%262`);
    const other = { ...failed, failureReason: "expired" } as const;
    const failureUrl = "https://shop.example/no?externalId=order%201%262";
    assert.equal(returnUrlOf(other), failureUrl);
    assert.equal(returnUrlOf({ ...cancelled, cancelUrl: null }), failureUrl);
  });

  it("is absent while payable, and without a merchant URL", () => {
    assert.equal(returnUrlOf({ ...shop, status: "pending" }), undefined);
    assert.equal(returnUrlOf({ ...shop, successUrl: null, status: "succeeded" }), undefined);
  });

  it("is the processing URL while the bank works", () => {
    const waiting = { ...shop, status: "processing" } as const;
    assert.equal(returnUrlOf(waiting), "https://shop.example/wait?a=1&externalId=order%201%262");
    assert.equal(returnUrlOf({ ...waiting, processingUrl: null }), undefined);
  });

  it("is the shop's origin for a long wait", () => {
    assert.equal(shopOf(shop), "https://shop.example/");
    assert.equal(shopOf({ ...shop, successUrl: null }), "https://shop.example/");
    const none = { successUrl: null, failureUrl: null, cancelUrl: null };
    assert.equal(shopOf(none), undefined);
    assert.equal(shopOf({ ...none, cancelUrl: shop.failureUrl }), "https://shop.example/");
  });

  it("keeps the merchant's own query and fragment, for any externalId", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 128 }).filter((text) => text.isWellFormed()),
        (externalId) => {
          const successUrl = "https://shop.example/ok?a=1&b=%3D%26#part";
          const url = new URL(
            returnUrlOf({ ...shop, externalId, successUrl, status: "succeeded" }) ?? "",
          );
          assert.equal(url.searchParams.get("externalId"), externalId);
          assert.deepEqual(url.searchParams.getAll("a"), ["1"]);
          assert.equal(url.searchParams.get("b"), "=&");
          assert.equal(url.hash, "#part");
          assert.equal(url.origin, "https://shop.example");
        },
      ),
    );
  });

  it("keeps the merchant's query byte for byte", () => {
    const kept = [
      ["?sig=a~b%20c&flag", "?sig=a~b%20c&flag&externalId=o1"],
      ["?a=+&&b=%zz&=x&c='(!)*", "?a=+&&b=%zz&=x&c='(!)*&externalId=o1"],
      ["?externalIds=1&??externalId=2", "?externalIds=1&??externalId=2&externalId=o1"],
      ["?", "?externalId=o1"],
      ["#a?b&c", "?externalId=o1#a?b&c"],
    ];
    for (const [given, expected] of kept) {
      const successUrl = `https://shop.example/ok${given}`;
      assert.equal(
        returnUrlOf({ ...shop, successUrl, externalId: "o1", status: "succeeded" }),
        `https://shop.example/ok${expected}`,
      );
    }
  });

  it("keeps other pairs byte for byte, and adds its own once", () => {
    const text = fc.string({ unit: fc.constantFrom(..."az09-._~%+=!$'()*,;:@/?[]{}|") });
    const other = text.filter((pair) => !/external/i.test(decodeLoosely(pair)));
    const own = fc.constantFrom("externalId=x", "externalId", "%65xternalId=y", "external%49d=");
    fc.assert(
      fc.property(
        fc.array(fc.oneof(other, own), { minLength: 1 }),
        fc.string({ minLength: 1 }),
        (pairs, externalId) => {
          const successUrl = `https://shop.example/ok?${pairs.join("&")}#part`;
          const url = returnUrlOf({ ...shop, successUrl, externalId, status: "succeeded" }) ?? "";
          const query = url.slice(url.indexOf("?") + 1, url.indexOf("#"));
          const expected = pairs.join("&") === "" ? [] : pairs.filter((pair) => !isOwn(pair));
          assert.deepEqual(query.split("&").slice(0, -1), expected);
          assert.deepEqual(new URL(url).searchParams.getAll("externalId"), [
            externalId.toWellFormed(),
          ]);
          assert.ok(url.endsWith("#part"));
        },
      ),
    );
  });

  it("has one externalId, even if the merchant's URL has another", () => {
    const url = new URL(
      returnUrlOf({
        ...shop,
        successUrl: "https://shop.example/ok?externalId=x",
        status: "succeeded",
      }) ?? "",
    );
    assert.deepEqual(url.searchParams.getAll("externalId"), ["order 1&2"]);
  });
});

describe("the automatic return", () => {
  const finishedAt = new Date("2026-06-01T10:00:00Z");
  const after = (seconds: number) => new Date(finishedAt.getTime() + seconds * 1000);

  it("applies to a recent outcome, for any display time", () => {
    for (const seconds of [0, 2, 90, 120]) {
      assert.equal(returnsByItself({ finishedAt }, after(seconds)), true, `${seconds} s`);
    }
    assert.equal(returnsByItself({ finishedAt }, after(121)), false);
  });

  it("does not apply before the end", () => {
    assert.equal(returnsByItself({ finishedAt: null }, finishedAt), false);
  });
});
