import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Groups of test files, each group for one process: importing the product costs more than most tests.
 * More groups than processors, so that the processors finish together.
 */
const GROUPS = 8;

/** Writes one entry file per group into `folder`; returns their paths. Neighbours, often slow alike, go to different groups. */
export function writeTestGroups(files: string[], folder: string): string[] {
  const runFiles = pathToFileURL(resolve("lib/testing/run-files.ts")).href;
  return Array.from({ length: GROUPS }, (_, index) => {
    const group = files.toSorted().filter((_file, position) => position % GROUPS === index);
    const path = join(folder, `group-${index + 1}.test.mjs`);
    writeFileSync(
      path,
      `import { runFiles } from ${JSON.stringify(runFiles)};\nrunFiles(${JSON.stringify(group, null, 2)});\n`,
    );
    return path;
  });
}
