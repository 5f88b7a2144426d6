import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { dayOf, isTimeZone, nextDay, startOfDay } from "./local-day.ts";

describe("a day in a time zone", () => {
  for (const [day, zone, start] of [
    ["2026-11-22", "UTC", "2026-11-22T00:00:00.000Z"],
    ["2026-11-22", "Europe/Berlin", "2026-11-21T23:00:00.000Z"],
    ["2026-07-01", "Europe/Berlin", "2026-06-30T22:00:00.000Z"],
    ["2026-11-22", "America/Los_Angeles", "2026-11-22T08:00:00.000Z"],
    ["2026-11-22", "Asia/Kathmandu", "2026-11-21T18:15:00.000Z"],
    // The clocks change on these days.
    ["2026-03-29", "Europe/Berlin", "2026-03-28T23:00:00.000Z"],
    ["2026-10-25", "Europe/Berlin", "2026-10-24T22:00:00.000Z"],
    // There is no midnight: the clocks go from 23:59 to 01:00.
    ["2026-09-06", "America/Santiago", "2026-09-06T04:00:00.000Z"],
  ] as const) {
    it(`starts: ${day} in ${zone}`, () => {
      assert.equal(startOfDay(day, zone).toISOString(), start);
      assert.equal(dayOf(startOfDay(day, zone), zone), day);
      assert.notEqual(dayOf(new Date(startOfDay(day, zone).getTime() - 1), zone), day);
    });
  }

  it("ends where the next one starts", () => {
    assert.equal(nextDay("2026-12-31"), "2027-01-01");
    assert.equal(nextDay("2028-02-28"), "2028-02-29");
  });

  it("needs a zone that exists", () => {
    assert.deepEqual(["Europe/Berlin", "UTC", "Mars/Olympus", "", "'; drop"].map(isTimeZone), [
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
