import assert from "node:assert/strict";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { describe, it, type TestContext } from "node:test";
import { freePort } from "#lib/testing/free-port.ts";
import { METRICS } from "./definitions.ts";
import { count, readAtScrape, recordWith, set, time } from "./record.ts";
import { createRegistry } from "./registry.ts";
import { serveMetrics } from "./server.ts";

async function serve(t: TestContext, host?: string) {
  const registry = createRegistry({ keptMs: 1 });
  recordWith(registry.recorder);
  const server = await serveMetrics(registry, { port: await freePort(), host });
  t.after(async () => {
    recordWith(undefined);
    await server.drain();
  });
  return { registry, server, url: `http://127.0.0.1:${server.port}` };
}

/** As Prometheus reads it. */
async function scrape(url: string): Promise<Map<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const [name = "", value] = line.split(/ (?=[^ ]+$)/);
      return [name, Number(value)];
    }),
  );
}

describe("metrics", () => {
  it("are served as Prometheus text, with those of the process, and nothing else is", async (t) => {
    const { registry, url } = await serve(t);
    count("bankside_webhook_deliveries_total", { result: "delivered" });
    count("bankside_webhook_deliveries_total", { result: "delivered" });
    time("bankside_bank_request_duration_seconds", { bank: "sandbox" }, 0.3);
    set("bankside_clock_drift_seconds", {}, -2);
    const response = await fetch(`${url}/metrics`);
    assert.match(response.headers.get("content-type") ?? "", /^text\/plain; version=0\.0\.4/);
    const seen = await scrape(url);
    assert.equal(seen.get('bankside_webhook_deliveries_total{result="delivered"}'), 2);
    const bucket = 'bankside_bank_request_duration_seconds_bucket{le="0.5",bank="sandbox"}';
    assert.equal(seen.get(bucket), 1);
    assert.equal(seen.get("bankside_clock_drift_seconds"), -2);
    assert.ok((seen.get("process_resident_memory_bytes") ?? 0) > 1e6);
    for (const name of Object.keys(METRICS)) assert.ok(registry.names().includes(name), name);
    for (const path of ["/", "/metrics/", "/health/live"]) {
      assert.equal((await fetch(`${url}${path}`)).status, 404, path);
    }
    assert.equal((await fetch(`${url}/metrics`, { method: "POST" })).status, 404);
  });

  it("count nothing until switched on", async () => {
    count("bankside_webhook_deliveries_total", { result: "lost" });
    const { recorder, text } = createRegistry();
    recordWith(recorder);
    assert.doesNotMatch(await text(), /result="lost"/);
    recordWith(undefined);
  });

  it("omit what can't be read now, and serve the rest", async (t) => {
    const { url } = await serve(t);
    let work: () => Promise<number> = async () => 7;
    readAtScrape("bankside_database_pool_waiting", async () => [
      { labels: {}, value: await work() },
    ]);
    t.after(() => readAtScrape("bankside_database_pool_waiting", () => []));
    assert.equal((await scrape(url)).get("bankside_database_pool_waiting"), 7);
    for (const broken of [
      () => Promise.reject(new Error("down")),
      () => new Promise<number>(() => {}),
    ]) {
      work = broken;
      await new Promise((done) => setTimeout(done, 20));
      const seen = await scrape(url);
      assert.equal(seen.get("bankside_database_pool_waiting"), undefined);
      assert.ok(seen.size > 20);
    }
  });

  it("are read once a second for all scrapes", async () => {
    let reads = 0;
    readAtScrape("bankside_live_pages_open", () => [{ labels: {}, value: ++reads }]);
    const { text } = createRegistry({ keptMs: 60_000 });
    const texts = await Promise.all([text(), text(), text()]);
    texts.push(await text());
    assert.equal(reads, 1);
    assert.equal(new Set(texts).size, 1);
    readAtScrape("bankside_live_pages_open", () => []);
  });

  it("are local unless METRICS_HOST names another address, then for any name", async (t) => {
    const statusFor = async (url: string, Host: string) => {
      const asked = request(`${url}/metrics`, { headers: { Host } });
      const [response] = (await once(asked.end(), "response")) as [IncomingMessage];
      return response.resume().statusCode;
    };
    const local = await serve(t);
    assert.ok(local.server.addresses.every((address) => /^(127\.0\.0\.1|::1)$/.test(address)));
    assert.equal(await statusFor(local.url, "localhost:9464"), 200);
    assert.equal(await statusFor(local.url, "rebound.example"), 421);
    const open = await serve(t, "127.0.0.1");
    assert.equal(await statusFor(open.url, "worker-1:9464"), 200);
  });
});
