import { readFileSync } from "node:fs";
import { createRouteTable, type Kind } from "#lib/platform/telemetry/metrics/routes.ts";

const BUILT = ".next/server/app-paths-manifest.json";

const STATIC = ["/_next/[...path]", "/fonts/[...path]", "/script/[...path]", "/sdk/[...path]"];
const STATIC_FILES = ["/embed.js", "/embed/v1.js", "/favicon.ico", "/robots.txt", "/icon.svg"];

/** Patterns of the built site, and none in development. */
export function siteRoutes(file = BUILT): { kind: Kind; pattern: string }[] {
  const paths = builtPaths(file).map((path) => {
    // Groups such as (console) are no part of the address.
    const parts = path.split("/").filter((part) => !/^\(.*\)$/.test(part));
    const end = parts.pop();
    return { kind: kindOf(parts.at(-1), end), pattern: parts.join("/") || "/" };
  });
  const files = [...STATIC, ...STATIC_FILES].map(
    (pattern) => ({ kind: "static", pattern }) as const,
  );
  return [...paths, ...files];
}

/** @throws Error where the build names no pages: Next may have moved the list */
export function demandPages(routes: readonly { kind: Kind }[]): void {
  if (!routes.some(({ kind }) => kind === "page")) throw new Error(`${BUILT} names no pages`);
}

/** In development, all paths are known. */
export function createKnownPaths(routes = siteRoutes()): (path: string) => boolean {
  const isBuilt = routes.some(({ kind }) => kind === "page");
  const table = createRouteTable();
  for (const { kind, pattern } of routes) table.add(kind, pattern);
  return (path) => !isBuilt || table.find(path) !== undefined;
}

function kindOf(last: string | undefined, end: string | undefined): Kind {
  if (end === "page") return "page";
  return last === "events" ? "events" : "handler";
}

function builtPaths(file: string): string[] {
  try {
    return Object.keys(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return [];
  }
}
