import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { dayOf, isTimeZone, minuteOf, momentOf, nextDay, startOfDay } from "./local-day.ts";

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

  for (const [minute, zone, moment, shown = minute] of [
    ["2026-01-15T08:30", "UTC", "2026-01-15T08:30:00.000Z"],
    ["2026-01-15T08:30", "Asia/Kathmandu", "2026-01-15T02:45:00.000Z"],
    // The clocks show this hour twice, then skip one.
    ["2026-10-25T02:30", "Europe/Berlin", "2026-10-25T00:30:00.000Z"],
    ["2026-03-29T02:30", "Europe/Berlin", "2026-03-29T01:30:00.000Z", "2026-03-29T03:30"],
  ] as const) {
    it(`has minutes: ${minute} in ${zone}`, () => {
      assert.equal(momentOf(minute, zone).toISOString(), moment);
      assert.equal(minuteOf(new Date(moment), zone), shown);
    });
  }

  it("has no invalid minute", () => {
    for (const minute of ["", "now", "2026-13-01T00:00"]) {
      assert.ok(Number.isNaN(momentOf(minute, "Europe/Berlin").getTime()), minute);
    }
  });

  it("ends when the next one starts", () => {
    assert.equal(nextDay("2026-12-31"), "2027-01-01");
    assert.equal(nextDay("2028-02-28"), "2028-02-29");
  });

  it("requires a zone that exists", () => {
    assert.deepEqual(["Europe/Berlin", "UTC", "Mars/Olympus", "", "'; drop"].map(isTimeZone), [
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
