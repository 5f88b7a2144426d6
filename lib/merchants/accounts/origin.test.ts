import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseOrigin } from "./origin.ts";

describe("origin", () => {
  it("normalises an origin", () => {
    assert.equal(parseOrigin("https://Shop.Example:443"), "https://shop.example");
    assert.equal(parseOrigin("http://127.0.0.1:3000"), "http://127.0.0.1:3000");
    assert.equal(parseOrigin("http://[::1]:3000"), "http://[::1]:3000");
  });

  it("refuses text that could change a header, and URLs with more than an origin", () => {
    const bad = [
      "",
      "null",
      "*",
      "https://*",
      "https://*.example",
      "https:",
      "https://",
      "shop.example",
      "javascript:alert(1)",
      "data:,x",
      "https://shop.example/",
      "https://shop.example/path",
      "https://shop.example?x",
      "https://shop.example#x",
      "https://user@shop.example",
      "https://shop.example; script-src *",
      "https://shop.example script-src",
      "https://shop.example,https://other.example",
      "https://shop.example\n",
      "https:\\\\shop.example",
      "https://shop.example:99999",
    ];
    for (const text of bad) assert.equal(parseOrigin(text), undefined, JSON.stringify(text));
  });
});
