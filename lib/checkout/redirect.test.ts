import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { returnUrlOf } from "./redirect.ts";

const shop = {
  successUrl: "https://shop.example/ok",
  failureUrl: "https://shop.example/no",
  externalId: "order 1&2",
};

describe("return URL", () => {
  it("is the success URL only for a success, and the failure URL for any failure", () => {
    assert.equal(
      returnUrlOf({ ...shop, status: "succeeded" }),
      "https://shop.example/ok?externalId=order+1%262",
    );
    assert.equal(
      returnUrlOf({ ...shop, status: "failed" }),
      "https://shop.example/no?externalId=order+1%262",
    );
  });

  it("is nowhere before the outcome, and where the merchant gave none", () => {
    assert.equal(returnUrlOf({ ...shop, status: "pending" }), undefined);
    assert.equal(returnUrlOf({ ...shop, status: "processing" }), undefined);
    assert.equal(returnUrlOf({ ...shop, successUrl: null, status: "succeeded" }), undefined);
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

  it("has one externalId even if the merchant's URL carries another", () => {
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
