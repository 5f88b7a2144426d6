import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { isReturnUrl } from "#lib/merchants/accounts/return-url.ts";
import { previewReturn } from "./return-preview.ts";

const hints = (url: string) => previewReturn(url, "1042").hints;

describe("the preview of a return URL", () => {
  it("is the address that shoppers reach, with its own query", () => {
    assert.deepEqual(previewReturn("https://shop.example/thanks?from=bank&lang=de", "order 1"), {
      address: "https://shop.example/thanks?from=bank&lang=de&externalId=order%201",
      hints: [],
    });
  });

  it("warns of addresses for test mode or one computer only", () => {
    assert.deepEqual(hints("http://localhost:4000/thanks"), ["http", "loopback"]);
    assert.deepEqual(hints("HTTP://127.0.0.1/"), ["http", "loopback"]);
    for (const host of ["localhost", "shop.localhost", "127.1.2.3:8443", "[::1]"]) {
      assert.deepEqual(hints(`https://${host}/`), ["loopback"]);
    }
    for (const host of ["localhost.example", "notlocalhost", "127.example"]) {
      assert.deepEqual(hints(`https://${host}/`), []);
    }
  });

  it("warns of a fragment, which follows what we add", () => {
    const { address, hints } = previewReturn("https://shop.example/#/thanks?a=1", "1042");
    assert.equal(address, "https://shop.example/?externalId=1042#/thanks?a=1");
    assert.deepEqual(hints, ["fragment"]);
  });

  it("warns of an externalId that is replaced, in any spelling", () => {
    for (const pair of ["externalId=mine", "external%49d", "a=1&externalId=2"]) {
      const { address, hints } = previewReturn(`https://shop.example/?${pair}`, "1042");
      assert.deepEqual(hints, ["externalId"]);
      assert.deepEqual(new URL(address).searchParams.getAll("externalId"), ["1042"]);
    }
    assert.deepEqual(hints("https://shop.example/?externalid=mine"), []);
    assert.deepEqual(hints("https://shop.example/?to=externalId"), []);
  });

  it("exists for every address that may be saved", () => {
    const allowed = [..."azAZ09-._~:/?#[]@!$&'()*+,;=%", "externalId", "%26"];
    const rest = fc.array(fc.constantFrom(...allowed)).map((parts) => `/${parts.join("")}`);
    fc.assert(
      fc.property(rest, (path) => {
        const url = `https://shop.example${path}`;
        assert.ok(isReturnUrl(url));
        const { searchParams } = new URL(previewReturn(url, "1042").address);
        assert.deepEqual(searchParams.getAll("externalId"), ["1042"]);
      }),
    );
  });
});
