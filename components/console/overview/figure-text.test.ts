import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import { createMerchantText } from "#lib/platform/i18n/format.ts";
import { formatAmount } from "#lib/platform/values/money.ts";
import { createFigureText } from "./figure-text.ts";

const figures = createFigureText(createMerchantText());

it("sums are written like amounts, and exactly where a number would round", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 99_999_999_999 }),
      fc.constantFrom("EUR", "JPY", "KWD"),
      (amount, currency) => {
        const sum = figures.money(BigInt(amount), currency);
        assert.equal(sum, formatAmount(amount, currency, "en-GB"));
      },
    ),
  );
  assert.equal(figures.money(9_007_199_254_740_993_01n, "EUR"), "€9,007,199,254,740,993.01");
  assert.equal(figures.money(5n, "EUR"), "€0.05");
});

it("an axis gets short labels", () => {
  const labels = [0n, 2n, 1000n, 123_450n, 10_000_000n].map((sum) =>
    figures.roughMoney(sum, "EUR"),
  );
  assert.deepEqual(labels, ["€0", "€0.02", "€10", "€1.23k", "€100k"]);
});

it("durations have their two largest units", () => {
  const hour = 3_600_000;
  assert.deepEqual(
    [0, 1_234, 9_999, 59_400, 59_500, 61_000, hour - 1, hour, 25 * hour].map(figures.duration),
    ["0 s", "1.2 s", "10 s", "59 s", "1 min 0 s", "1 min 1 s", "1 h 0 min", "1 h 0 min", "1 d 1 h"],
  );
});

it("days are those of UTC", () => {
  assert.equal(figures.shortDay("2026-01-09"), "9 Jan");
  assert.equal(figures.fullDay("2026-01-09"), "Fri 9 Jan");
});
