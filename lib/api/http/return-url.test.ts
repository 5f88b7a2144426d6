import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { isLocalReturnUrl } from "#lib/merchants/accounts/return-url.ts";
import { anyCharacter } from "#lib/testing/any-character.ts";
import { webAddress } from "#lib/testing/web-address.ts";
import { returnUrlField } from "./return-url.ts";

const accepts = (text: string) => returnUrlField.safeParse(text).success;

describe("return URLs", () => {
  for (const url of [
    "https://shop.example",
    "https://shop.example/",
    "https://shop.example:8443/thanks?cart=1&x=%20#done",
    "HTTPS://Shop.Example/thanks",
    "https://xn--bcher-kva.example/",
    "https://xn--fsq.xn--mgbh0fb/",
    "https://shop.example/@user",
    "https://192.0.2.7/",
    "https://[2001:db8::1]/",
    "http://localhost:4000/thanks",
    "http://127.0.0.1/thanks",
    "http://[::1]:4000/",
    "http://10.0.0.1/",
    "http://10.255.255.254:8080/thanks",
    "http://172.16.0.1/",
    "http://172.31.255.1/",
    "http://192.168.1.5:8080/",
    "http://169.254.1.2/",
    "http://[fd12:3456:789a::1]/",
    "http://[fc00::1]:8080/",
    "http://[fe80::1]/",
    "http://shop.test/",
    "http://a.b.shop.test:8080/",
    "http://shop.local/",
    "http://Shop.LOCAL/",
    "http://shop.localhost:3000/",
    "https://10.0.0.1/",
    `https://shop.example/${"a".repeat(2048 - 21)}`,
  ]) {
    it(`accept ${url.slice(0, 60)}`, () => assert.ok(accepts(url)));
  }

  for (const url of [
    "",
    "shop.example",
    "//shop.example/",
    "/thanks",
    "https:",
    "https:shop.example",
    "https:/shop.example",
    "https:///shop.example",
    "https:\\\\shop.example",
    "https://shop.example\\@evil.example",
    "https://good@evil.example",
    "https://good:secret@evil.example",
    "https://@evil.example",
    " https://shop.example",
    "https://shop.example ",
    "https://shop.example/a b",
    "ht\ntps://shop.example",
    "https://shop.example/\tx",
    "https://shop.example/\u0000",
    "https://bücher.example/",
    "https://xn--/",
    "https://XN--/",
    "https://shop.xn--/",
    "https://xn--.example/",
    "https://xn--a-.example/",
    "https://xn--99999999.example/",
    "https://shop。example/",
    "https://shop.example/ü",
    'https://shop.example/"><script>',
    "https://0x7f.1/",
    "https://2130706433/",
    "https://127.1/",
    "https://%65vil.example/",
    "https://shop.example:99999/",
    "https://shop..example:x/",
    "https://[::1/",
    "http://shop.example/",
    "http://localhost.evil.example/",
    "http://127.0.0.1.evil.example/",
    "http://9.255.255.255/",
    "http://11.0.0.1/",
    "http://172.15.255.255/",
    "http://172.32.0.1/",
    "http://192.167.255.255/",
    "http://192.169.0.1/",
    "http://169.253.0.1/",
    "http://0.0.0.0/",
    "http://192.0.2.7/",
    "http://10.0.0.1.evil.example/",
    "http://10.1/",
    "http://[2001:db8::1]/",
    "http://[fec0::1]/",
    "http://[::ffff:a00:1]/",
    "http://[64:ff9b::a00:1]/",
    "http://test/",
    "http://local/",
    "http://.test/",
    "http://shop.test./",
    "http://shoptest/",
    "http://shop.test.example/",
    "http://shop.local.evil.example/",
    "http://shop.internal/",
    "http://good@shop.test/",
    "javascript:alert(1)",
    "JavaScript://shop.example/%0aalert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "intent://scan/#Intent;end",
    "blob:https://shop.example/1",
    "ftp://shop.example/",
    "wss://shop.example/",
    `https://shop.example/${"a".repeat(2048 - 20)}`,
  ]) {
    it(`refuse ${JSON.stringify(url.slice(0, 60))}`, () => assert.ok(!accepts(url)));
  }

  it("name in their refusal where http is accepted", () => {
    const { error } = returnUrlField.safeParse("http://shop.example/");
    assert.equal(
      error?.issues[0]?.message,
      "must be an absolute https URL without user info, properly encoded; in test mode also http to localhost, a loopback, " +
        "private or link-local address, or a name under .test, .local or .localhost",
    );
  });

  it("accept nothing that a browser would read as another address", () => {
    const texts = fc.oneof(
      fc.string({ unit: anyCharacter }),
      webAddress,
      fc
        .array(
          fc.constantFrom("https:", "http:", "/", "\\", "@", ":", "a.example", "\t", "?", "#", "%"),
        )
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(texts, (text) => {
        if (!accepts(text)) return;
        const url = new URL(text);
        assert.equal(url.username + url.password, "");
        assert.ok(["https:", "http:"].includes(url.protocol));
        assert.ok(text.toLowerCase().startsWith(`${url.protocol}//${url.hostname}`));
      }),
    );
  });

  it("distinguish URLs that are for test mode only", () => {
    assert.equal(isLocalReturnUrl("http://localhost/"), true);
    assert.equal(isLocalReturnUrl("HTTP://localhost/"), true);
    assert.equal(isLocalReturnUrl("https://localhost/"), false);
    assert.equal(isLocalReturnUrl(undefined), false);
  });
});
