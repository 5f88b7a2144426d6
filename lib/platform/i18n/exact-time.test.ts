import assert from "node:assert/strict";
import { it } from "node:test";
import { localTime, utcTime } from "./exact-time.ts";

it("writes a time in one format, in UTC and where the reader is", () => {
  const at = new Date("2026-11-22T23:33:05Z");
  assert.equal(utcTime(at), "22 Nov 2026, 23:33:05 UTC");
  assert.equal(localTime(at, "Europe/Berlin"), "23 Nov 2026, 00:33:05");
});
