import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createShares, inTurn, SHARES, type Target } from "./shares.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
let made = 0;
const target = (given: Partial<Target> = {}): Target => {
  made++;
  return {
    endpointId: `whep_${made}`,
    accountId: `acct_${made}`,
    mode: "test",
    url: `https://host-${made}.example/hook`,
    failingSince: null,
    lastFailedAt: null,
    isTest: false,
    ...given,
  };
};

function placesFor(given: () => Partial<Target>, held: Target[] = []): number {
  const shares = createShares(held, NOW);
  return Array.from({ length: 200 }, () => target(given())).filter(shares.tryTake).length;
}

describe("shares of deliveries under way", () => {
  it("are limited by their key", () => {
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
      placesFor(() => ({ accountId: "acct_a", failingSince: NOW })),
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
      placesFor(() => ({ failingSince: NOW })),
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

  it("count leases; a refused delivery takes no place", () => {
    assert.equal(
      placesFor(() => ({ accountId: "acct_a" }), [target({ accountId: "acct_a" })]),
      7,
    );
    const shares = createShares([], NOW);
    const same = target();
    assert.deepEqual(
      [1, 2, 3, 4].map(() => shares.tryTake(same)),
      [true, true, false, false],
    );
    const others = Array.from({ length: 7 }, () => target({ accountId: same.accountId }));
    assert.equal(others.filter(shares.tryTake).length, 6);
  });

  it("leave room for others when one kind reaches its limit", () => {
    const limitOf = (name: string) => SHARES.find((share) => share.name === name)?.limit ?? 0;
    assert.ok(limitOf("account on a host") < limitOf("host"));
    assert.ok(limitOf("account and mode, failing") < limitOf("account and mode"));
  });

  it("keep places for endpoints that failed within the hour, and for tests", () => {
    const long = { failingSince: new Date(NOW.getTime() - 60 * 60_000) };
    assert.equal(
      placesFor(() => long),
      36,
    );
    const held = Array.from({ length: 36 }, () => target(long));
    assert.equal(
      placesFor(() => long, held),
      0,
    );
    assert.equal(
      placesFor(() => ({ ...long, isTest: true }), held),
      12,
    );
    const lately = { failingSince: new Date(NOW.getTime() - 60 * 60_000 + 1) };
    assert.equal(
      placesFor(() => lately, held),
      12,
    );
  });
});

describe("the order of waiting deliveries", () => {
  const waitingFor = (given: Partial<Target>, dueMs = 0) => {
    const to = target(given);
    return { id: `dlv_${to.endpointId}`, dueAt: new Date(NOW.getTime() + dueMs), target: to };
  };

  it("gives one account its turn before others get a second place, however old theirs are", () => {
    const crowd = Array.from({ length: 8 }, (_, account) =>
      Array.from({ length: 20 }, () =>
        waitingFor({ accountId: `acct_crowd${account}`, failingSince: NOW }, -60_000),
      ),
    ).flat();
    const one = waitingFor({ failingSince: NOW });
    const waiting = [...crowd, one];
    assert.ok(inTurn(waiting, []).indexOf(one) <= 8);
    const held = crowd.slice(0, 140).map(({ target }) => target);
    assert.ok(inTurn(waiting, held).indexOf(one) <= 1, "one account has none either");
    assert.equal(inTurn(waiting, [...held, ...crowd.slice(140).map((it) => it.target)])[0], one);
  });

  it("starts with the least recently tried, then the longest due", () => {
    const at = (ms: number) => ({ lastFailedAt: new Date(NOW.getTime() - ms) });
    const [lately, before] = [waitingFor(at(1), -9), waitingFor(at(2))];
    assert.deepEqual(inTurn([lately, before], []), [before, lately]);
    const [late, early] = [waitingFor({}, -1), waitingFor({}, -2)];
    assert.deepEqual(inTurn([late, early], []), [early, late]);
  });

  it("gives each endpoint of an account a place before any gets a second", () => {
    const own = { accountId: "acct_own" };
    const [first, second] = [1, 2].map((ms) => waitingFor({ ...own, endpointId: "whep_a" }, -ms));
    const other = waitingFor(own);
    assert.ok(first && second);
    assert.deepEqual(inTurn([second, first, other], []), [second, other, first]);
  });
});
