import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { businessDaysBefore } from "./business-days.ts";

const before = (now: string, count = 3) =>
  businessDaysBefore(new Date(now), count).toISOString().slice(0, 10);

describe("business days", () => {
  it("are counted whole, without today", () => {
    // A Friday: a report from Monday has had Tuesday, Wednesday and Thursday.
    assert.equal(before("2026-11-20T00:00:00Z"), "2026-11-17");
    assert.equal(before("2026-11-20T23:59:59Z"), "2026-11-17");
    assert.equal(before("2026-11-20T12:00:00Z", 1), "2026-11-19");
    assert.equal(before("2026-11-20T12:00:00Z", 0), "2026-11-20");
  });

  it("exclude the weekend", () => {
    for (const now of ["2026-11-21T12:00:00Z", "2026-11-22T12:00:00Z", "2026-11-23T12:00:00Z"]) {
      assert.equal(before(now), "2026-11-18");
    }
    assert.equal(before("2026-11-24T12:00:00Z"), "2026-11-19");
  });

  it("exclude the days on which TARGET is closed", () => {
    assert.equal(before("2026-01-05T12:00:00Z"), "2025-12-30");
    // Christmas is a Friday, and the 26th a Saturday.
    assert.equal(before("2026-12-29T12:00:00Z"), "2026-12-23");
    assert.equal(before("2026-05-05T12:00:00Z"), "2026-04-29");
    // None between Good Friday, 3 April, and Easter Monday.
    assert.equal(before("2026-04-08T12:00:00Z"), "2026-04-01");
  });

  it("know Easter of every year", () => {
    const easterMondays = {
      1954: "04-19",
      1981: "04-20",
      2000: "04-24",
      2008: "03-24",
      2019: "04-22",
      2024: "04-01",
      2025: "04-21",
      2027: "03-29",
      2038: "04-26",
      2049: "04-19",
      2076: "04-20",
    };
    for (const [year, monday] of Object.entries(easterMondays)) {
      const dayAfter = new Date(new Date(`${year}-${monday}T12:00:00Z`).getTime() + 86_400_000);
      const found = before(dayAfter.toISOString(), 1);
      // The Thursday before is the last business day.
      const thursday = new Date(new Date(`${year}-${monday}T12:00:00Z`).getTime() - 4 * 86_400_000);
      assert.equal(found, thursday.toISOString().slice(0, 10), year);
    }
  });
});
