import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { build } from "esbuild";
import { findUnitTests } from "./parts.ts";

const BROWSER_TEST = /^e2e\/.*\.spec\.ts$/;
/** About half a minute of test files. */
const NEAR = 12;

/** Tests nearest to a change by imports, and those left to a longer lane. */
type Affected = { changed: string[]; near: string[]; far: string[]; browser: string[] };

export async function nearestTests(base = "origin/main"): Promise<Affected> {
  const changed = changedFiles(base);
  const files = findUnitTests();
  const distances = distancesFrom(changed, await readImports(files));
  const folders = new Set(changed.map(dirname));
  const rank = (file: string) =>
    (distances.get(file) ?? 0) + (folders.has(dirname(file)) ? 0 : 0.5);
  const affected = files
    .filter((file) => distances.has(file))
    .toSorted((one, other) => rank(one) - rank(other));
  const browser = changed.filter((file) => BROWSER_TEST.test(file));
  return { changed, near: affected.slice(0, NEAR), far: affected.slice(NEAR), browser };
}

function changedFiles(base: string): string[] {
  const common = git("merge-base", base, "HEAD")[0] ?? "HEAD";
  const paths = [
    ...git("diff", "--name-only", common),
    ...git("ls-files", "--others", "--exclude-standard"),
  ];
  return [...new Set(paths)].filter((path) => existsSync(path));
}

function git(...args: string[]): string[] {
  const { stdout, status } = spawnSync("git", args, { encoding: "utf8" });
  return status === 0 ? stdout.split("\n").filter(Boolean) : [];
}

/** Importers per file. */
export async function readImports(entries: string[]): Promise<Map<string, string[]>> {
  const { metafile } = await build({
    entryPoints: entries,
    bundle: true,
    write: false,
    metafile: true,
    packages: "external",
    platform: "node",
    format: "esm",
    outdir: "unused",
    loader: { ".css": "empty", ".sql": "text" },
    logLevel: "silent",
  });
  const importers = new Map<string, string[]>();
  for (const [file, { imports }] of Object.entries(metafile.inputs)) {
    for (const { path } of imports) importers.set(path, [...(importers.get(path) ?? []), file]);
  }
  return importers;
}

/** Number of imports to the nearest changed file. */
export function distancesFrom(
  changed: string[],
  importers: Map<string, string[]>,
): Map<string, number> {
  const distances = new Map(changed.map((file) => [file, 0]));
  // A Map also iterates over entries added meanwhile: nearest first.
  for (const [file, distance] of distances) {
    for (const importer of importers.get(file) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1);
    }
  }
  return distances;
}
