import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkUrlScheme, ownScheme, schemeOf } from "./url-scheme.ts";

describe("an app's scheme", () => {
  for (const good of [
    "myapp",
    "com.example.app",
    "web+shop",
    "myapp:",
    "myapp://pay/back?from=cart",
  ]) {
    it(`may be ${good}`, () => {
      assert.doesNotThrow(() => checkUrlScheme(good));
      assert.match(good, new RegExp(`^${ownScheme(good).replace("+", "\\+")}(:|$)`));
    });
  }

  const refused = [
    "",
    "1app",
    "my app",
    "my\tapp",
    "MyApp",
    "myapp://a:b",
    "myapp://user@host",
    "myapp://x#y",
    "myapp://%00",
    "javascript",
    "javascript:alert(1)",
    "data:text/html,x",
    "https",
    "https://evil.example",
    "httpx",
    "intent://x",
    "file:///etc",
    "mailto",
    `a${"b".repeat(512)}`,
  ];
  for (const bad of refused) {
    it(`can't be ${JSON.stringify(bad.slice(0, 40))}`, () => {
      assert.throws(() => checkUrlScheme(bad), { code: "invalid_url_scheme" });
    });
  }

  it("is read from an address in lower case", () => {
    assert.equal(schemeOf("MyApp://x"), "myapp");
    assert.equal(schemeOf("myapp"), undefined);
    assert.equal(schemeOf("my\napp:x"), undefined);
  });
});
