import assert from "node:assert/strict";
import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { createRouteTable } from "#lib/platform/telemetry/metrics/routes.ts";
import { createKnownPaths, demandPages, siteRoutes } from "./site-routes.ts";

describe("routes of the site", () => {
  it("name each page and route handler once, without groups and without values of requests", (t) => {
    const folder = mkdtempSync(join(tmpdir(), "bankside-routes-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "app-paths-manifest.json");
    // Next's names for them.
    const paths = globSync("app/**/{page,route}.{ts,tsx}").map((path) =>
      path.replace(/^app/, "").replace(/\.tsx?$/, ""),
    );
    writeFileSync(file, JSON.stringify(Object.fromEntries(paths.map((path) => [path, ""]))));
    const routes = siteRoutes(file);
    const table = createRouteTable();
    for (const { kind, pattern } of routes) table.add(kind, pattern);
    assert.ok(routes.length > 80);
    assert.doesNotMatch(routes.map(({ pattern }) => pattern).join(" "), /\(/);
    for (const [path, kind, route] of [
      ["/", "page", "/"],
      ["/checkout", "page", "/checkout"],
      ["/checkout/events", "events", "/checkout/events"],
      ["/pay/AbC123/bank", "page", "/pay/{reference}/bank"],
      ["/secure/enter", "page", "/secure/enter"],
      ["/secure/AbC123/events", "events", "/secure/{reference}/events"],
      ["/console/payments/export", "handler", "/console/payments/export"],
      ["/_next/static/chunks/x.js", "static", "/_next/{path}"],
    ] as const) {
      assert.deepEqual(table.find(path), { kind, route }, path);
    }
  });

  it("are known, and no other path is", () => {
    const isKnown = createKnownPaths([
      { kind: "page", pattern: "/console" },
      { kind: "page", pattern: "/console/payments/[id]" },
    ]);
    for (const path of ["/console", "/console/", "/console/payments/txn_1"]) {
      assert.equal(isKnown(path), true, path);
    }
    for (const path of ["/console/payments", "/console/payments/txn_1/x", "/consoles"]) {
      assert.equal(isKnown(path), false, path);
    }
  });

  it("do not exist without a build, and all paths are known", () => {
    assert.equal(createKnownPaths(siteRoutes("nowhere.json"))("/console/x"), true);
    assert.ok(siteRoutes("nowhere.json").every(({ kind }) => kind === "static"));
  });

  it("are demanded of a build", () => {
    assert.throws(() => demandPages(siteRoutes("nowhere.json")), /names no pages/);
    demandPages([{ kind: "page" }]);
  });
});
