import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { clientAddress, limitedAddress, networksOf, widestNetwork } from "./client-address.ts";

const addressOf = (forwarded: string) =>
  clientAddress(new Headers({ "x-forwarded-for": forwarded }));

describe("the address a request is counted by", () => {
  for (const [forwarded, expected] of [
    ["192.0.2.7", "192.0.2.7"],
    ["203.0.113.1, 192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::", "2001:db8:1:2::/64"],
    ["2001:0db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["64:ff9b::192.0.2.7", "64:ff9b:0:0::/64"],
    ["nonsense", "unknown"],
    ["192.0.2.7, ", "unknown"],
    ["", "unknown"],
  ] as const) {
    it(`of ${JSON.stringify(forwarded)} is ${expected}`, () => {
      assert.equal(addressOf(forwarded), expected);
    });
  }

  it("is unknown without the header", () => {
    assert.equal(clientAddress(new Headers()), "unknown");
  });

  it("is not the one that the client itself claims", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 50 }), fc.ipV4(), (claim, seen) => {
        const headers = { get: () => `${claim}, ${seen}` };
        assert.equal(clientAddress(headers), seen);
      }),
    );
  });

  it("of one IPv6 network is the same in every notation", () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        assert.match(addressOf(address), /^([0-9a-f]{1,4}:){3}[0-9a-f]{1,4}::\/64$|^[\d.]+$/);
      }),
    );
  });
});

describe("the networks an address is counted by", () => {
  const keysOf = (forwarded: string) => networksOf(addressOf(forwarded)).map(({ key }) => key);

  it("are the /64, /56 and /48 ones of an IPv6 address, the wider with larger numbers", () => {
    assert.deepEqual(networksOf(addressOf("2001:db8:1:12ff::7")), [
      { key: "2001:db8:1:12ff::/64", times: 1 },
      { key: "2001:db8:1:1200::/56", times: 4 },
      { key: "2001:db8:1::/48", times: 16 },
    ]);
    assert.equal(widestNetwork(addressOf("2001:db8:1:12ff::7")), "2001:db8:1::/48");
    assert.deepEqual(keysOf("::1"), ["0:0:0:0::/64", "0:0:0:0::/56", "0:0:0::/48"]);
  });

  it("is the address itself for any other", () => {
    for (const other of ["192.0.2.7", "unknown", ""]) {
      assert.deepEqual(networksOf(other), [{ key: other, times: 1 }]);
      assert.equal(widestNetwork(other), other);
    }
  });

  it("are shared by exactly the addresses whose first bits are the same", () => {
    const bits = fc.tuple(...Array.from({ length: 8 }, () => fc.nat(0xffff)));
    const text = (groups: number[]) => groups.map((group) => group.toString(16)).join(":");
    fc.assert(
      fc.property(bits, fc.nat(127), (groups, bit) => {
        const other = groups.map((group, at) =>
          at === bit >> 4 ? group ^ (0x8000 >> (bit & 15)) : group,
        );
        const [one, two] = [keysOf(text(groups)), keysOf(text(other))];
        const isSame = one.map((key, at) => key === two[at]);
        assert.deepEqual(isSame, [bit >= 64, bit >= 56, bit >= 48]);
      }),
    );
  });
});

describe("the address a client is limited by", () => {
  const limited = (forwarded: string) =>
    limitedAddress(new Headers({ "x-forwarded-for": forwarded }));

  it("does not exist for this machine itself, which forwarded-for.ts has recognised", () => {
    const headers = new Headers({ "x-forwarded-for": "127.0.0.1", "x-bankside-local": "1" });
    assert.equal(limitedAddress(headers), undefined);
  });

  it(`is the address of every other client, also a forwarded loopback one, and "unknown" without one`, () => {
    for (const other of ["192.0.2.7", "10.0.0.1", "12.7.0.1", "127.0.0.1", "127.9.9.9"]) {
      assert.equal(limited(other), other);
    }
    assert.equal(limited("::ffff:127.0.0.1"), "127.0.0.1");
    assert.equal(limited("::1"), "0:0:0:0::/64");
    assert.equal(limited("1::1"), "1:0:0:0::/64");
    assert.equal(limited(""), "unknown");
  });
});
