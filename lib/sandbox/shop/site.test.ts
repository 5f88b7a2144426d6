import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { shopAddressOf } from "./site.ts";

const shopUrl = "http://127.0.0.1:3000/sandbox/shop";
const at = (hosts: (string | null)[], path = "", query = {}) =>
  shopAddressOf({ hosts, shopUrl, path, query });

describe("shop's site", () => {
  it("serves requests for the shop's own host", () => {
    assert.equal(at(["127.0.0.1:3000", null], "/cart"), undefined);
    assert.equal(at(["inner:8080", "127.0.0.1:3000"], "/cart"), undefined);
  });

  it("redirects other hosts to the configured address, with the query", () => {
    const target = at(["localhost:3000", null], "/success", {
      externalId: "a&b",
      many: ["1", "2"],
    });
    assert.equal(
      target,
      "http://127.0.0.1:3000/sandbox/shop/success?externalId=a%26b&many=1&many=2&moved=1",
    );
  });

  it("takes the host of a redirect from the configuration only", () => {
    const target = at(["evil.example", "evil.example"], "/cart");
    assert.equal(new URL(target ?? "").host, "127.0.0.1:3000");
  });

  it("redirects only once, also behind a proxy that shows another host", () => {
    const first = at(["inner:8080", null], "/cart");
    const query = Object.fromEntries(new URL(first ?? "").searchParams);
    assert.equal(at(["inner:8080", null], "/cart", query), undefined);
  });

  it("recognises its host without the scheme's default port", () => {
    const https = { shopUrl: "https://shop.example:443/sandbox/shop", path: "", query: {} };
    assert.equal(shopAddressOf({ ...https, hosts: ["shop.example"] }), undefined);
  });
});
