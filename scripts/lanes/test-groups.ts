import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Groups of test files, each group for one process: importing the product costs more than most tests, and so does PGlite,
 * which a process compiles once. More groups than processors, so that the processors finish together.
 */
const QUICK = { withPglite: 2, others: 6 };
// Some files take minutes then.
const FULL = { withPglite: 6, others: 18 };

/** Writes one entry file per group into `folder`; returns their paths. */
export function writeTestGroups(files: string[], folder: string, isFull: boolean): string[] {
  const { withPglite, others } = isFull ? FULL : QUICK;
  const usesPglite = (file: string) => readFileSync(file, "utf8").includes("onBothDatabases");
  const groups = [
    ...spread(files.filter(usesPglite), withPglite),
    ...spread(
      files.filter((file) => !usesPglite(file)),
      others,
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

/** Neighbours, often slow alike, go to different groups. */
function spread(files: string[], groups: number): string[][] {
  return Array.from({ length: groups }, (_, index) =>
    files.toSorted().filter((_file, position) => position % groups === index),
  );
}
