import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { type IncomingMessage, request as send } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { text } from "node:stream/consumers";
import { expect, test } from "playwright/test";
import { z } from "zod";
import { servers } from "../kit/servers.ts";

// Raw: fetch would normalise the path, follow redirects and set the host.
async function ask(path: string, headers: Record<string, string> = {}, method = "GET") {
  const request = send(servers().app.url, { path, method, headers }).end();
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

function keyOf(dataDir: string): string {
  const demo = z.object({ keys: z.object({ web: z.string() }) });
  return demo.parse(JSON.parse(readFileSync(`${dataDir}/demo.json`, "utf8"))).keys.web;
}

const withKey = () => ({ "X-API-Key": keyOf(servers().app.dataDir) });

test.describe("the API on the site", () => {
  for (const [method, path] of [
    ["GET", "/api/transactions/"],
    ["GET", "/api/events/"],
    ["GET", "/api/health/live/"],
    ["POST", "/api/transactions//cancel"],
    ["GET", "/api//transactions"],
    ["GET", "/api/"],
    ["GET", "/api/transactions/%5C"],
  ] as const) {
    test(`responds with 404 to ${method} ${path}, without a redirect`, async () => {
      const { status, headers, body } = await ask(path, withKey(), method);
      expect(status).toBe(404);
      expect(headers["content-type"]).toBe("application/problem+json");
      expect(JSON.parse(body).code).toBe("not_found");
    });
  }

  test("ignores the headers of Next, and sends its own headers only", async () => {
    const next = {
      RSC: "1",
      "Next-Router-State-Tree": "x",
      "Next-Router-Prefetch": "1",
      "Next-Router-Segment-Prefetch": "/_tree",
      "Next-Url": "/x",
    };
    for (const more of [{}, next]) {
      const { status, headers } = await ask("/api/transactions", { ...withKey(), ...more });
      expect(status).toBe(200);
      expect(Object.keys(headers).sort()).toEqual([
        "api-version",
        "cache-control",
        "connection",
        "content-length",
        "content-type",
        "date",
        "keep-alive",
        "ratelimit",
        "ratelimit-policy",
        "x-content-type-options",
        "x-request-id",
      ]);
    }
    for (const path of ["/openapi.json", "/.well-known/jwks.json", "/health/live"]) {
      const { status, headers } = await ask(path, next);
      expect([path, status, headers.vary]).toEqual([path, 200, undefined]);
    }
  });
});

test.describe("the entry of the site", () => {
  for (const path of ["/", "/console/sign-in", "/api/transactions", "/_next/x.js", "/embed.js"]) {
    test(`refuses a foreign host at ${path}`, async () => {
      const { status, headers, body } = await ask(path, { Host: "rebound.example" });
      expect(status).toBe(421);
      expect(headers["content-type"]).toBe("application/problem+json");
      expect(JSON.parse(body).code).toBe("misdirected_request");
    });
  }

  test("lets load balancers probe by address", async () => {
    for (const path of ["/health/live", "/health/ready"]) {
      expect((await ask(path, { Host: "10.0.0.7:8080" })).status).toBe(200);
    }
  });

  test("listens on this machine only if its addresses are on localhost", async () => {
    const port = Number(new URL(servers().app.url).port);
    const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
    const outside = all.find(({ internal, family }) => !internal && family === "IPv4");
    const others = [outside?.address, process.platform === "linux" ? "127.0.0.2" : undefined];
    for (const host of others) {
      if (host === undefined) continue;
      const socket = connect({ port, host });
      const outcome = once(socket, "connect").then(
        () => "reached",
        ({ code }) => code,
      );
      expect([host, await outcome]).toEqual([host, "ECONNREFUSED"]);
      socket.destroy();
    }
  });

  for (const path of [
    "/api/transactions/%ff",
    "/console/payments/%ff",
    "/secure/%ff/events",
    "/checkout/logo/%ff",
    "/pay/%00",
    "/secure/%00/events",
  ]) {
    test(`responds with 404 at ${path}`, async () => {
      const { status, headers, body } = await ask(path);
      expect(status).toBe(404);
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(JSON.parse(body).code).toBe("not_found");
    });
  }

  test("sends a page as a page, also instead of a missing script", async () => {
    const missing = await ask("/script/x.js");
    expect(missing.status).toBe(404);
    expect(missing.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(missing.headers["x-content-type-options"]).toBe("nosniff");
    const scripts = readdirSync("public/script");
    expect(scripts.length).toBeGreaterThan(0);
    for (const name of scripts) {
      const { status, headers } = await ask(`/script/${name}`);
      expect(status).toBe(200);
      expect(headers["content-type"]).toMatch(/^(?:text|application)\/javascript; charset=utf-8$/i);
      expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    }
  });

  test("never fails at a path that is encoded twice, or long", async () => {
    for (const encoded of ["%25ff", "%2500", "%25", "%E2%80%AE", "%2f%2e%2e", "x".repeat(12_000)]) {
      for (const path of ["/api/transactions/", "/console/payments/", "/pay/", "/checkout/logo/"]) {
        expect([path, encoded.slice(0, 9), (await ask(path + encoded)).status]).not.toContain(500);
      }
    }
  });
});
