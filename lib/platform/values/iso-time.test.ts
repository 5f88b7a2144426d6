import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isoTime } from "./iso-time.ts";

test("a time is written as toISOString writes it", () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), (time) => isoTime(time) === time.toISOString()),
  );
  const near = fc.date({
    min: new Date("0990-01-01"),
    max: new Date("2100-01-01"),
    noInvalidDate: true,
  });
  fc.assert(fc.property(near, (time) => isoTime(time) === time.toISOString()));
  for (const text of [
    "0999-12-31T23:59:59.999Z",
    "9999-12-31T23:59:59.999Z",
    "2026-01-01T00:00:00.000Z",
  ]) {
    assert.equal(isoTime(new Date(text)), text);
  }
});

test("no time is refused", () => {
  assert.throws(() => isoTime(new Date(Number.NaN)), RangeError);
});
