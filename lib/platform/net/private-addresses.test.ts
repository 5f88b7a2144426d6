import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  isLoopbackAddress,
  isPublicAddress,
  SPECIAL_IPV4,
  SPECIAL_IPV6,
} from "./private-addresses.ts";

describe("private addresses", () => {
  for (const [network, prefix] of [...SPECIAL_IPV4, ...SPECIAL_IPV6]) {
    it(`holds ${network}/${prefix}`, () => {
      assert.equal(isPublicAddress(network), false);
    });
  }

  it("takes the neighbours of a network for public", () => {
    const neighbours = [
      "9.255.255.255",
      "11.0.0.0",
      "126.255.255.255",
      "128.0.0.0",
      "100.63.255.255",
      "100.128.0.0",
    ];
    neighbours.push(
      "169.253.255.255",
      "169.255.0.0",
      "172.15.255.255",
      "172.32.0.0",
      "223.255.255.255",
    );
    neighbours.push("168.63.129.15", "2001:200::", "2003::", "2001:db9::", "2000::1", "3ffe::1");
    for (const address of neighbours) assert.equal(isPublicAddress(address), true, address);
  });

  it("takes no name, nothing malformed and nothing empty for public or loopback", () => {
    for (const text of [
      "",
      "localhost",
      "shop.example",
      "1.2.3",
      "1.2.3.4.5",
      "::g",
      "[::1]",
      "1.2.3.4/8",
    ]) {
      assert.equal(isPublicAddress(text), false, text);
      assert.equal(isLoopbackAddress(text), false, text);
    }
  });

  it("takes no IPv4 address in any IPv6 clothes for public", () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        for (const prefix of ["::ffff:", "::", "64:ff9b::"]) {
          assert.equal(isPublicAddress(`${prefix}${address}`), false);
        }
      }),
    );
  });

  it("knows loopback", () => {
    for (const address of ["127.0.0.1", "127.255.0.9", "::1", "0:0:0:0:0:0:0:1"]) {
      assert.equal(isLoopbackAddress(address), true, address);
    }
    for (const address of ["128.0.0.1", "0.0.0.0", "::", "::2", "::ffff:127.0.0.1", "10.0.0.1"]) {
      assert.equal(isLoopbackAddress(address), false, address);
    }
  });
});
