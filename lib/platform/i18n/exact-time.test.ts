import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import { localTime, utcTime } from "./exact-time.ts";

const FORMAT = {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
} as const;

it("writes a time in one format", () => {
  assert.equal(utcTime(new Date("2026-11-22T23:33:05Z")), "22 Nov 2026, 23:33:05 UTC");
});

it("writes the same as a browser's own format, in UTC and in the reader's zone", () => {
  const dates = fc.date({
    min: new Date("2000-01-01"),
    max: new Date("2099-12-31"),
    noInvalidDate: true,
  });
  const formatIn = (timeZone: string) => new Intl.DateTimeFormat("en-GB", { ...FORMAT, timeZone });
  const utc = formatIn("UTC");
  for (const [hours, zone] of [
    [-5, "Etc/GMT+5"],
    [0, "UTC"],
    [13, "Etc/GMT-13"],
  ] as const) {
    const local = formatIn(zone);
    fc.assert(
      fc.property(dates, (at) => {
        assert.equal(utcTime(at), `${utc.format(at)} UTC`);
        const there = Object.assign(new Date(at), { getTimezoneOffset: () => -hours * 60 });
        assert.equal(localTime(there), local.format(at));
      }),
    );
  }
});
