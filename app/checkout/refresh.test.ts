import assert from "node:assert/strict";
import { it } from "node:test";
import { refreshEvery } from "./refresh.ts";

const REPORTED = new Date("2026-11-20T12:00:00.000Z");
const shown = (reportedAt: string | null) => ({
  transfer: { reference: "RF18539007547034", code: null, reportedAt },
});
const secondsAfter = (minutes: number, view = shown(REPORTED.toISOString())) =>
  refreshEvery(view, new Date(REPORTED.getTime() + minutes * 60_000)).seconds;

it("a page without scripts shows money within 5 seconds, and waits for days without a crowd's load", () => {
  assert.ok(secondsAfter(0, shown(null)) < 5);
  assert.ok(refreshEvery({ transfer: null }).seconds < 5);
  assert.ok(secondsAfter(30) < 5);
  assert.equal(secondsAfter(31), 60);
});
