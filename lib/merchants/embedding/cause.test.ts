import assert from "node:assert/strict";
import { it } from "node:test";
import { causeOf } from "./cause.ts";

const cases: [refused: string, allowed: string[], cause: string][] = [
  ["https://shop.example", [], "unlisted"],
  ["https://shop.example", ["https://other.example"], "unlisted"],
  ["http://shop.example", ["https://shop.example"], "scheme"],
  ["https://shop.example:8443", ["https://shop.example"], "port"],
  ["https://www.shop.example", ["https://shop.example"], "www"],
  ["https://shop.example", ["https://www.shop.example"], "www"],
  ["https://eu.shop.example", ["https://shop.example"], "subdomain"],
  ["https://eu.shop.example", ["https://www.shop.example"], "subdomain"],
  ["https://myshop.example", ["https://shop.example"], "unlisted"],
  ["http://shop.example", ["https://www.shop.example", "https://shop.example"], "scheme"],
];

for (const [refused, allowed, cause] of cases) {
  it(`${refused} beside ${allowed.join(" ") || "nothing"}: ${cause}`, () => {
    assert.equal(causeOf(refused, allowed), cause);
  });
}
