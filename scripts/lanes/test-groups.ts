import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * One process per group: importing the product costs more than most tests, and so does compiling PGlite. More groups than
 * processors, so that all processors finish together.
 */
const GROUPS = { withPglite: 2, others: 6 };

/** Returns the paths of one entry file per group. */
export function writeTestGroups(files: string[], folder: string): string[] {
  const usesPglite = (file: string) => readFileSync(file, "utf8").includes("onBothDatabases");
  const groups = [
    ...spread(files.filter(usesPglite), GROUPS.withPglite),
    ...spread(
      files.filter((file) => !usesPglite(file)),
      GROUPS.others,
    ),
  ];
  const runFiles = pathToFileURL(resolve("lib/testing/run-files.ts")).href;
  return groups.map((group, index) => {
    const path = join(folder, `group-${index + 1}.test.mjs`);
    writeFileSync(
      path,
      `import { runFiles } from ${JSON.stringify(runFiles)};\nrunFiles(${JSON.stringify(group, null, 2)});\n`,
    );
    return path;
  });
}

/** Neighbours are often similarly slow, so they go to different groups. */
function spread(files: string[], groups: number): string[][] {
  return Array.from({ length: groups }, (_, index) =>
    files.toSorted().filter((_file, position) => position % groups === index),
  );
}
