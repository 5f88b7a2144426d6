import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { readWebviewLink } from "./webview-link.ts";

describe("webview link", () => {
  it("has a token, a JWT and optionally a return address", () => {
    assert.deepEqual(readWebviewLink({ search: "?token=t&jwt=a.b.c&redirect-url=myapp" }), {
      token: "t",
      jwt: "a.b.c",
      redirectUrl: "myapp",
    });
    assert.deepEqual(readWebviewLink({ search: "?jwt=a.b.c&token=t&lang=en" }), {
      token: "t",
      jwt: "a.b.c",
      redirectUrl: undefined,
    });
  });

  it("reads a plus sign as itself, encoded or not", () => {
    for (const scheme of ["web+coffee", "web%2Bcoffee"]) {
      const link = readWebviewLink({ search: `?token=t&jwt=j&redirect-url=${scheme}` });
      assert.equal(link?.redirectUrl, "web+coffee");
    }
  });

  const refused = [
    "",
    "?",
    "?token=t",
    "?jwt=j",
    "?token=&jwt=j",
    "?token=t&jwt=",
    "?TOKEN=t&jwt=j",
    "?token=t&token=t&jwt=j",
    "?token=t&jwt=j&jwt=j",
    "?token=t&jwt=j&jwt=",
    "?token=t&jwt=j&%6awt=k",
    "?token=t&jwt=j&redirect-url=a&redirect-url=a",
    `?token=t&jwt=${"j".repeat(4096)}`,
  ];
  for (const search of refused) {
    it(`is not ${search.slice(0, 60) || "empty"}`, () => {
      assert.equal(readWebviewLink({ search }), undefined);
    });
  }

  it("is read correctly with any characters in its parts", () => {
    const part = fc.string({ minLength: 1, maxLength: 40, unit: "grapheme-ascii" });
    fc.assert(
      fc.property(part, part, part, (token, jwt, redirectUrl) => {
        const search = `?${new URLSearchParams({ token, jwt })}&redirect-url=${encodeURIComponent(redirectUrl)}`;
        const link = readWebviewLink({ search: search.replaceAll("+", "%20") });
        assert.deepEqual(link, { token, jwt, redirectUrl });
      }),
    );
  });
});
