import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { MAX_ATTEMPTS, nextAttemptAt, parseRetryAfter } from "./schedule.ts";

const now = new Date("2026-01-15T12:00:00Z");
const HOUR = 3600;
const WAITS = [5, 300, 1800, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
const attempts = fc.integer({ min: 1, max: WAITS.length });
const randoms = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

function waitOf(attemptCount: number, random: number, retryAfterSeconds?: number): number {
  const at = nextAttemptAt(attemptCount, now, { random: () => random, retryAfterSeconds });
  assert.ok(at);
  return (at.getTime() - now.getTime()) / 1000;
}

describe("retry schedule", () => {
  it("waits as published", () => {
    assert.deepEqual(
      WAITS.map((_, index) => waitOf(index + 1, 0)),
      WAITS,
    );
  });

  it("ends after ten attempts, for any Retry-After", () => {
    assert.equal(MAX_ATTEMPTS, 10);
    for (const attemptCount of [10, 11, 1000]) {
      const options = { random: () => 0.5, retryAfterSeconds: 60 };
      assert.equal(nextAttemptAt(attemptCount, now, options), undefined);
    }
  });

  it("is never early and at most a tenth late", () => {
    fc.assert(
      fc.property(attempts, randoms, (attemptCount, random) => {
        const published = WAITS[attemptCount - 1] ?? 0;
        const wait = waitOf(attemptCount, random);
        assert.ok(wait >= published && wait <= published * 1.1 + 0.001);
      }),
    );
  });

  it("spans at least 72 hours", () => {
    const total = WAITS.reduce((sum, _, index) => sum + waitOf(index + 1, 0), 0);
    assert.ok(total >= 72 * HOUR);
  });

  it("waits as the receiver wishes, up to 24 hours, and never less because of it", () => {
    fc.assert(
      fc.property(attempts, randoms, fc.nat(), (attemptCount, random, wished) => {
        const wait = waitOf(attemptCount, random, wished);
        assert.equal(wait, Math.max(waitOf(attemptCount, random), Math.min(wished, 24 * HOUR)));
      }),
    );
  });
});

describe("Retry-After", () => {
  const cases: [string, number | undefined][] = [
    ["0", 0],
    ["120", 120],
    [" 7 ", 7],
    ["Thu, 15 Jan 2026 12:02:00 GMT", 120],
    ["Thursday, 15-Jan-26 12:00:30 GMT", 30],
    ["Thu, 15 Jan 2026 11:00:00 GMT", 0],
    ["-5", undefined],
    ["1.5", undefined],
    ["1e9", undefined],
    ["", undefined],
    ["soon", undefined],
    ["2026", 2026],
    ["99999999999", undefined],
    ["2026-01-15T12:02:00Z", undefined],
  ];
  for (const [value, seconds] of cases) {
    it(`reads ${JSON.stringify(value)} as ${seconds}`, () => {
      assert.equal(parseRetryAfter(value, now), seconds);
    });
  }
});
