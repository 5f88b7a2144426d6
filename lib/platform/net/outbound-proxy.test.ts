import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { matchesHost, parseHostPattern } from "./host-patterns.ts";
import {
  createOutboundProxy,
  parseNoProxy,
  parseProxyUrl,
  proxyCredentials,
} from "./outbound-proxy.ts";

describe("outbound proxy", () => {
  it("has an http or https URL, with or without credentials", () => {
    for (const text of ["http://proxy:3128", "https://ada:p%40ss@proxy.example", "http://[::1]:1/"])
      assert.equal(parseProxyUrl(text)?.protocol.startsWith("http"), true, text);
    for (const text of [
      "proxy:3128",
      "socks5://proxy:1080",
      "http://proxy/path",
      "http://proxy/?a",
      "http://a:%ff@proxy",
      "http:proxy",
      "",
    ]) {
      assert.equal(parseProxyUrl(text), undefined, text);
    }
    assert.equal(proxyCredentials(new URL("http://proxy")), undefined);
    assert.equal(proxyCredentials(new URL("http://ada:p%40ss@proxy")), "Basic YWRhOnBAc3M=");
  });

  const skips = (noProxy: string) => {
    const HTTPS_PROXY = new URL("http://proxy:3128");
    const NO_PROXY = parseNoProxy(noProxy) ?? assert.fail(noProxy);
    return createOutboundProxy({ HTTPS_PROXY, NO_PROXY })?.skips ?? assert.fail();
  };

  it("is skipped for loopback and for the hosts in NO_PROXY", () => {
    const isSkipped = skips("corp.example, .svc,*.internal,10.0.0.0/8,[fd12::1],192.168.1.7,");
    const direct = ["corp.example", "shop.corp.example", "a.svc", "svc", "a.b.internal"];
    direct.push("10.255.0.1", "fd12::1", "192.168.1.7", "localhost", "a.localhost", "127.0.0.9");
    direct.push("::1");
    for (const host of direct) assert.equal(isSkipped(host), true, host);
    for (const host of ["notcorp.example", "corp.example.com", "11.0.0.1", "fd12::2", "internals"])
      assert.equal(isSkipped(host), false, host);
    assert.equal(skips("*")("shop.example"), true);
    assert.equal(skips("")("shop.example"), false);
    assert.equal(skips("")("127.0.0.1"), true);
  });

  it("refuses an unknown form of NO_PROXY", () => {
    for (const text of ["shop:443", "10.0.0.1-10.0.0.9", "a*.example", "**", "http://shop", "a b"])
      assert.equal(parseNoProxy(text), undefined, text);
  });

  it("does not exist without HTTPS_PROXY", () => {
    assert.equal(createOutboundProxy({}), undefined);
  });
});

describe("host patterns", () => {
  it("match names, or all subdomains of one", () => {
    const cases: [string, string | undefined][] = [
      ["Shop.Corp.Example.", "shop.corp.example"],
      ["*.corp.example", "*.corp.example"],
      ["bücher.example", "xn--bcher-kva.example"],
      ["shop_1", "shop_1"],
      ["*", undefined],
      ["*corp.example", undefined],
      ["a.*.example", undefined],
      ["*.*.example", undefined],
      ["10.0.0.1", undefined],
      ["0x7f.1", undefined],
      ["*.1", undefined],
      ["[::1]", undefined],
      ["shop.example:443", undefined],
      ["https://shop.example", undefined],
      ["a@b", undefined],
      ["a..b", undefined],
      ["-a.example", undefined],
      ["", undefined],
    ];
    for (const [text, expected] of cases) assert.equal(parseHostPattern(text), expected, text);
  });

  it("do not match names that only look similar", () => {
    const matches = (host: string) => matchesHost(["shop.example", "*.corp.example"], host);
    for (const host of ["shop.example", "a.corp.example", "a.b.corp.example"])
      assert.equal(matches(host), true, host);
    for (const host of ["corp.example", "xcorp.example", "a.shop.example", "shop.example.evil"])
      assert.equal(matches(host), false, host);
  });
});
