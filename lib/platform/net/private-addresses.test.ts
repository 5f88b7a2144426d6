import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { inNetworks, parseNetwork } from "./networks.ts";
import {
  isAllowable,
  isLoopbackAddress,
  isPrivateAddress,
  isPublicAddress,
  SPECIAL_IPV4,
  SPECIAL_IPV6,
} from "./private-addresses.ts";

describe("private addresses", () => {
  for (const [network, prefix] of [...SPECIAL_IPV4, ...SPECIAL_IPV6]) {
    it(`include ${network}/${prefix}`, () => {
      assert.equal(isPublicAddress(network), false);
    });
  }

  it("do not include the neighbours of a network", () => {
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

  it("treats names, malformed and empty text as neither public nor loopback", () => {
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

  it("treats no IPv4 address in an IPv6 notation as public", () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        for (const prefix of ["::ffff:", "::", "64:ff9b::"]) {
          assert.equal(isPublicAddress(`${prefix}${address}`), false);
        }
      }),
    );
  });

  it("recognises loopback", () => {
    for (const address of ["127.0.0.1", "127.255.0.9", "::1", "0:0:0:0:0:0:0:1"]) {
      assert.equal(isLoopbackAddress(address), true, address);
    }
    for (const address of ["128.0.0.1", "0.0.0.0", "::", "::2", "::ffff:127.0.0.1", "10.0.0.1"]) {
      assert.equal(isLoopbackAddress(address), false, address);
    }
  });

  it("treats no loopback, link-local, cloud or IPv4-carrying address as private", () => {
    for (const address of ["10.0.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1", "fd12::1"]) {
      assert.equal(isPrivateAddress(address), true, address);
      assert.equal(isPrivateAddress(`::ffff:${address}`), false, address);
    }
    const never = ["127.0.0.1", "::1", "0.0.0.0", "169.254.169.254", "fe80::1", "fe80::1%eth0"];
    never.push("100.100.100.200", "168.63.129.16", "192.0.0.192", "224.0.0.1", "255.255.255.255");
    never.push("fd00:ec2::254", "fd00:ec2::23", "fd00:42::42", "fd20:ce::254", "8.8.8.8");
    never.push("64:ff9b::a00:1", "2002:a00:1::", "::10.0.0.1", "", "10.0.0.1/8", "internal");
    for (const address of never) assert.equal(isPrivateAddress(address), false, address);
  });

  it("accepts networks that are entirely private or entirely public", () => {
    const networkOf = (text: string) => parseNetwork(text) ?? assert.fail(text);
    for (const text of [
      "10.0.0.0/8",
      "10.20.0.0/16",
      "172.16.0.0/12",
      "192.168.1.7",
      "100.64.0.0/10",
      "fc00::/7",
      "fd12:3456::/48",
      "93.184.0.0/16",
      "2606:4700::/32",
    ]) {
      assert.equal(isAllowable(networkOf(text)), true, text);
    }
    for (const text of [
      "0.0.0.0/0",
      "::/0",
      "10.0.0.0/7",
      "127.0.0.1",
      "127.0.0.0/8",
      "::1",
      "169.254.0.0/16",
      "169.254.169.254",
      "168.63.129.16",
      "168.0.0.0/8",
      "100.100.100.200",
      "fd00:ec2::254",
      "fd00:ec2::/32",
      "fe80::/10",
      "::ffff:10.0.0.0/104",
      "64:ff9b::/96",
      "2000::/3",
      "224.0.0.0/4",
    ]) {
      assert.equal(isAllowable(networkOf(text)), false, text);
    }
  });

  it("finds the addresses of a network by their bits", () => {
    const bitsOf = (address: string) =>
      address.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n);
    fc.assert(
      fc.property(fc.ipV4(), fc.ipV4(), fc.integer({ min: 0, max: 32 }), (a, b, prefix) => {
        const rest = BigInt(32 - prefix);
        const isInside = bitsOf(a) >> rest === bitsOf(b) >> rest;
        assert.equal(inNetworks([{ address: a, prefix }])(b), isInside);
        assert.equal(inNetworks([{ address: a, prefix }])(`::ffff:${b}`), false);
      }),
    );
    for (const text of ["10.0.0.0/33", "fd00::/129", "10.0.0.0/", "/8", "10/8", "fe80::1%0", "a"]) {
      assert.equal(parseNetwork(text), undefined, text);
    }
  });
});
