import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { nextDay, startOfDay } from "#lib/platform/values/local-day.ts";
import { propertyRuns } from "#lib/testing/lane.ts";
import { daysOf, PERIOD_DAYS, previousOf, startOfQuarterHour } from "./period.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
// Clocks that change by an hour, by half an hour, at midnight, and never; offsets of a quarter of an hour.
const ZONES = [
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "America/Santiago",
  "Africa/Cairo",
  "Asia/Kathmandu",
  "UTC",
];

function periodsAt(now: Date, days: (typeof PERIOD_DAYS)[number], zone: string) {
  const current = { from: daysOf(now, days, zone)[0]?.at ?? assert.fail(), to: now };
  return { current, previous: previousOf(current, days) };
}

describe("the two periods of the statistics", () => {
  it("do not overlap when clocks change", () => {
    const days = fc
      .integer({ min: 19_800, max: 22_700 })
      .map((day) => new Date(day * DAY_MS).toISOString().slice(0, 10));
    fc.assert(
      fc.property(
        days,
        // The last hour of the day twice as often as all of it.
        fc.oneof(fc.nat(24 * 60), fc.nat(60), fc.nat(60)),
        fc.constantFrom(...PERIOD_DAYS),
        fc.constantFrom(...ZONES),
        (day, minutesLeft, length, zone) => {
          const end = startOfDay(nextDay(day), zone).getTime();
          const now = new Date(end - minutesLeft * 60_000 - 1);
          const { current, previous } = periodsAt(now, length, zone);
          assert.ok(previous.from <= startOfQuarterHour(previous.to));
          assert.ok(previous.to < current.from);
          assert.ok(current.from <= current.to);
        },
      ),
      // A day of a zone takes long to find.
      { numRuns: Math.max(100, propertyRuns(10)) },
    );
  });

  it("share no payment in the last hour of a day after clocks go back", () => {
    for (let minute = 0; minute < 60; minute += 1) {
      const now = new Date(Date.parse("2026-10-27T22:00:00Z") + minute * 60_000);
      const { current, previous } = periodsAt(now, 7, "Europe/Berlin");
      assert.equal(current.from.toISOString(), "2026-10-20T22:00:00.000Z");
      assert.equal(previous.to.toISOString(), "2026-10-20T21:59:59.999Z");
    }
  });

  it("end at the same time of day", () => {
    const { previous } = periodsAt(new Date("2026-01-15T12:34:56.789Z"), 30, "UTC");
    assert.equal(previous.to.toISOString(), "2025-12-16T12:34:56.789Z");
  });
});
