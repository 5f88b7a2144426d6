import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createShares, SHARES, type Target } from "./shares.ts";

let made = 0;
const target = (given: Partial<Target> = {}): Target => {
  made++;
  return {
    endpointId: `whep_${made}`,
    accountId: `acct_${made}`,
    mode: "test",
    url: `https://host-${made}.example/hook`,
    isFailing: false,
    ...given,
  };
};

/** How many of many deliveries get a place. */
function placesFor(given: () => Partial<Target>, held: Target[] = []): number {
  const shares = createShares(held);
  return Array.from({ length: 200 }, () => target(given())).filter(shares.tryTake).length;
}

describe("shares of what is on its way", () => {
  it("are limited by what they are counted by", () => {
    const url = "https://one.example/hook";
    let turn = 0;
    assert.equal(
      placesFor(() => ({ endpointId: "whep_a" })),
      2,
    );
    assert.equal(
      placesFor(() => ({ accountId: "acct_a" })),
      8,
    );
    assert.equal(
      placesFor(() => ({ accountId: "acct_a", isFailing: true })),
      6,
    );
    assert.equal(
      placesFor(() => ({ url })),
      8,
    );
    assert.equal(
      placesFor(() => ({ url, accountId: "acct_a" })),
      4,
    );
    assert.equal(
      placesFor(() => ({ isFailing: true })),
      48,
    );
    assert.equal(
      placesFor(() => ({})),
      200,
    );
    const modes = () => ({ accountId: "acct_a", mode: turn++ % 2 ? "test" : "live" }) as const;
    assert.equal(placesFor(modes), 16);
    const ports = () => ({
      accountId: "acct_a",
      url: `https://one.example:${turn++ % 2 ? 443 : 8443}/`,
    });
    assert.equal(placesFor(ports), 4);
    const spellings = () => ({
      accountId: "acct_a",
      url: `https://one.example${turn++ % 2 ? "." : ""}/`,
    });
    assert.equal(placesFor(spellings), 4);
  });

  it("count what is held, and what was refused takes no place anywhere", () => {
    assert.equal(
      placesFor(() => ({ accountId: "acct_a" }), [target({ accountId: "acct_a" })]),
      7,
    );
    const shares = createShares([]);
    const same = target();
    assert.deepEqual(
      [1, 2, 3, 4].map(() => shares.tryTake(same)),
      [true, true, false, false],
    );
    const others = Array.from({ length: 7 }, () => target({ accountId: same.accountId }));
    assert.equal(others.filter(shares.tryTake).length, 6);
  });

  it("leave room for the others wherever a limit is reached by one kind", () => {
    const limitOf = (name: string) => SHARES.find((share) => share.name === name)?.limit ?? 0;
    assert.ok(limitOf("account on a host") < limitOf("host"));
    assert.ok(limitOf("account and mode, failing") < limitOf("account and mode"));
  });
});
