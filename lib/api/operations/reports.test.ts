import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createFakeApi } from "#lib/testing/fake-api.ts";

const { get } = createFakeApi();

describe("a day's report", () => {
  it("says which day it is about, and adds up", async () => {
    const response = await get("/reports/2026-03-29?timeZone=Europe/Berlin");
    const report = await response.json();
    assert.equal(response.status, 200);
    assert.equal(report.from, "2026-03-28T23:00:00.000Z");
    assert.equal(report.to, "2026-03-29T22:00:00.000Z", "clocks change");
    assert.deepEqual(report.totals[0].paid, { count: 1, amount: 1250 });
    assert.deepEqual(report.totals[0].missing, 1250);
  });

  it("is CSV by format, or by Accept", async () => {
    const cases = [
      ["", "application/json", {}],
      ["?format=csv", "text/csv", {}],
      ["", "text/csv", { Accept: "text/csv" }],
      ["", "text/csv", { Accept: "text/csv, application/json;q=0.5" }],
      ["", "application/json", { Accept: "*/*" }],
      ["?format=json", "application/json", { Accept: "text/csv" }],
    ] as const;
    for (const [query, type, headers] of cases) {
      const response = await get(`/reports/2026-03-29${query}`, headers);
      const found = response.headers.get("content-type") ?? "";
      assert.ok(found.startsWith(type), `${query} ${JSON.stringify(headers)}: ${found}`);
    }
  });

  it("refuses what is no day, time zone or format", async () => {
    for (const [path, status] of [
      ["2026-02-30", 400],
      ["2026-13-01", 400],
      ["today", 400],
      ["2026-03-29?timeZone=Europe/Nowhere", 400],
      ["2026-03-29?timeZone=", 400],
      ["2026-03-29?format=xml", 400],
      ["2026-03-29?day=1", 400],
    ] as const) {
      assert.equal((await get(`/reports/${path}`)).status, status, path);
    }
  });
});
