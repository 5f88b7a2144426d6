import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { linkStatusOf, placesOf } from "./link.ts";

const NOW = new Date("2026-11-21T10:00:00Z");
const time = fc.option(
  fc.integer({ min: -2, max: 2 }).map((minutes) => new Date(NOW.getTime() + minutes * 60_000)),
);
const state = fc
  .record({
    usage: fc.constantFrom("once" as const, "reusable" as const),
    maxPayments: fc.option(fc.integer({ min: 1, max: 3 })),
    expiresAt: time,
    stoppedAt: fc.option(fc.constant(NOW)),
    paidCount: fc.nat({ max: 3 }),
  })
  .map((link) => (link.usage === "once" ? { ...link, maxPayments: null } : link));

describe("the status of a payment link", () => {
  it("is active exactly while one more payment may begin", () => {
    fc.assert(
      fc.property(state, (link) => {
        const places = placesOf(link);
        const isFull = places !== null && link.paidCount >= places;
        const isOver = link.expiresAt !== null && link.expiresAt <= NOW;
        const mayBegin = !isFull && link.stoppedAt === null && !isOver;
        assert.equal(linkStatusOf(link, NOW) === "active", mayBegin);
      }),
    );
  });

  it("stays paid, whatever comes after, and one for a single payment is paid by the first", () => {
    fc.assert(
      fc.property(state, time, (link, expiresAt) => {
        if (linkStatusOf(link, NOW) !== "paid") return;
        const later = { ...link, expiresAt, stoppedAt: NOW, paidCount: link.paidCount + 1 };
        assert.equal(linkStatusOf(later, new Date(NOW.getTime() + 600_000)), "paid");
      }),
    );
    const once = { usage: "once", maxPayments: null, expiresAt: null, stoppedAt: null } as const;
    assert.equal(linkStatusOf({ ...once, paidCount: 0 }, NOW), "active");
    assert.equal(linkStatusOf({ ...once, paidCount: 1 }, NOW), "paid");
  });
});
