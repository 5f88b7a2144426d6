import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, it, type TestContext } from "node:test";
import type { ApiServices } from "#lib/api/http/context.ts";
import { createApiListener } from "#lib/api/server/listener.ts";
import { createFakeApi, createFakeServices, TEST_KEY } from "#lib/testing/fake-api.ts";

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

const { books } = createFakeServices().services;
const anyDay = books.day("2026-03-29", "UTC");
const { value: part = [] } = await books.entries({ accountId: "", mode: "test" }, anyDay).next();

describe("a report over HTTP", () => {
  async function serve(t: TestContext, entries: ApiServices["books"]["entries"]) {
    const { services, logLines } = createFakeServices({ books: { ...books, entries } });
    const server = createServer(createApiListener(async () => services, "/api")).listen(0);
    await once(server, "listening");
    t.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const read = (path: string) =>
      fetch(`http://127.0.0.1:${port}/api${path}`, { headers: { "X-API-Key": TEST_KEY } });
    return { read, logLines };
  }

  it("comes in parts, as they are read", async (t) => {
    let taken = 0;
    const { read } = await serve(t, async function* () {
      for (; taken < 5; taken += 1) yield part;
    });
    const report = await (await read("/reports/2026-03-29")).json();
    assert.equal(report.entries.length, 5);
    assert.deepEqual(report.totals[0].paid, { count: 5, amount: 6250 });
  });

  it("breaks off if the database fails halfway, and is an error if it fails before", async (t) => {
    const late = await serve(t, async function* () {
      yield part;
      throw new Error("the database is gone");
    });
    const response = await late.read("/reports/2026-03-29?format=csv");
    assert.equal(response.status, 200);
    await assert.rejects(response.text());
    assert.ok(late.logLines.some((line) => line.includes("a response broke off")));
    // biome-ignore lint/correctness/useYield: it fails first
    const early = await serve(t, async function* () {
      throw new Error("the database is gone");
    });
    assert.equal((await early.read("/reports/2026-03-29")).status, 500);
  });

  it("stops reading when the reader leaves", async (t) => {
    let isLeft = false;
    const { read } = await serve(t, async function* () {
      try {
        for (;;) yield part;
      } finally {
        isLeft = true;
      }
    });
    const response = await read("/reports/2026-03-29?format=csv");
    await response.body?.cancel();
    for (let tries = 0; !isLeft && tries < 100; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.ok(isLeft);
  });
});
