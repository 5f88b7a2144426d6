import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { anyCharacter } from "#lib/testing/any-character.ts";
import { judge, matchesSource, parsePolicies } from "./csp.ts";

const shop = new URL("https://shop.example");
const checkout = new URL("https://pay.bank.example/checkout");

const matches = (source: string, url: string, self: string | undefined = shop.href) =>
  matchesSource(source, new URL(url), self === undefined ? undefined : new URL(self));

describe("a source expression", () => {
  const table: [source: string, url: string, self: string, isMatch: boolean][] = [
    ["*", "https://a.example/", "https://shop.example", true],
    ["*", "data:text/html,x", "https://shop.example", false],
    ["https:", "https://a.example:8443/", "https://shop.example", true],
    ["http:", "https://a.example/", "http://shop.example", true],
    ["https:", "http://a.example/", "https://shop.example", false],
    ["'self'", "https://shop.example/a", "https://shop.example", true],
    ["'self'", "https://shop.example/a", "http://shop.example", true],
    ["'self'", "http://shop.example/a", "https://shop.example", false],
    ["'self'", "https://shop.example:8443/a", "http://shop.example", false],
    ["a.example", "https://a.example/", "https://shop.example", true],
    ["A.Example", "https://a.example/", "https://shop.example", true],
    // Without a scheme, the page's own or its upgrade matches.
    ["a.example", "http://a.example/", "https://shop.example", false],
    ["a.example", "https://a.example/", "http://shop.example", true],
    ["a.example", "https://a.example:8443/", "https://shop.example", false],
    ["a.example:8443", "https://a.example:8443/", "https://shop.example", true],
    ["a.example:*", "https://a.example:8443/", "https://shop.example", true],
    ["a.example:443", "https://a.example/", "https://shop.example", true],
    ["http://a.example:80", "https://a.example/", "https://shop.example", true],
    ["https://a.example:8443", "https://a.example/", "https://shop.example", false],
    ["*.bank.example", "https://pay.bank.example/", "https://shop.example", true],
    ["*.bank.example", "https://a.pay.bank.example/", "https://shop.example", true],
    ["*.bank.example", "https://bank.example/", "https://shop.example", false],
    ["*.bank.example", "https://notbank.example/", "https://shop.example", false],
    ["https://*", "https://a.example/", "https://shop.example", true],
    ["http://localhost:3000", "http://localhost:3000/checkout", "http://shop.example", true],
    ["http://127.0.0.1:3000", "http://127.0.0.1:3000/checkout", "http://shop.example", true],
    ["a.example/pay/", "https://a.example/pay/now", "https://shop.example", true],
    ["a.example/pay", "https://a.example/pay/now", "https://shop.example", false],
    ["a.example/p%61y", "https://a.example/pay", "https://shop.example", true],
    ["a.example/Pay", "https://a.example/pay", "https://shop.example", false],
    ["'none'", "https://a.example/", "https://shop.example", false],
    ["a.*.example", "https://a.b.example/", "https://shop.example", false],
    ["a.example:x", "https://a.example/", "https://shop.example", false],
  ];
  for (const [source, url, self, isMatch] of table) {
    it(`${source} of ${self} ${isMatch ? "allows" : "blocks"} ${url}`, () => {
      assert.equal(matches(source, url, self), isMatch);
    });
  }

  const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
  const host = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => labels.join("."));
  const port = fc.option(fc.integer({ min: 1024, max: 65_535 }));
  const origin = fc
    .tuple(fc.constantFrom("http", "https"), host, port)
    .map(([scheme, name, number]) => `${scheme}://${name}${number === null ? "" : `:${number}`}`);

  it("that is an origin allows every address of it, and of no other origin but its upgrade", () => {
    fc.assert(
      fc.property(origin, origin, fc.webPath(), (allowed, other, path) => {
        assert.equal(matches(allowed, `${allowed}${path || "/"}`), true);
        const isUpgrade = new URL(other).origin === allowed.replace(/^http:/, "https:");
        if (other !== allowed && !isUpgrade) assert.equal(matches(allowed, `${other}/`), false);
      }),
    );
  });

  it("with a wildcard allows hosts below it and never the host itself", () => {
    fc.assert(
      fc.property(label, host, (below, name) => {
        assert.equal(matches(`*.${name}`, `https://${below}.${name}/`), true);
        assert.equal(matches(`*.${name}`, `https://${name}/`), false);
        assert.equal(matches(`*.${name}`, `https://${below}${name}/`), false);
      }),
    );
  });

  it("of any shape is answered, and never throws", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (source) => {
        assert.equal(typeof matchesSource(source, checkout, undefined), "boolean");
        for (const policy of parsePolicies(source)) judge(policy, "frame", checkout, shop);
      }),
    );
  });
});

describe("a policy", () => {
  const verdict = (text: string, kind: "frame" | "script" = "frame") => {
    const [policy] = parsePolicies(text);
    return policy && judge(policy, kind, checkout, shop);
  };

  it("decides by its most fitting directive", () => {
    assert.equal(verdict("default-src *; frame-src 'none'")?.isAllowed, false);
    assert.equal(verdict("default-src *; child-src 'self'")?.directive, "child-src");
    assert.equal(verdict("default-src 'self'")?.directive, "default-src");
    assert.equal(verdict("default-src 'self'; frame-src https:")?.isAllowed, true);
    assert.equal(verdict("img-src 'self'"), undefined);
  });

  it("counts the first of two directives, whatever their letters", () => {
    assert.equal(verdict("Frame-SRC *; frame-src 'none'")?.isAllowed, true);
  });

  it("with nothing in a directive allows nothing", () => {
    assert.equal(verdict("frame-src")?.isAllowed, false);
  });

  it("with strict-dynamic asks scripts for a nonce, whatever hosts it lists", () => {
    const strict = verdict("script-src 'nonce-a' 'strict-dynamic' https:", "script");
    assert.deepEqual([strict?.isAllowed, strict?.needsNonce], [false, true]);
    const listed = verdict("script-src 'nonce-a' https:", "script");
    assert.deepEqual([listed?.isAllowed, listed?.needsNonce], [true, false]);
  });

  it("is one of several in a header", () => {
    assert.equal(parsePolicies("frame-src *, frame-src 'none'").length, 2);
  });
});
