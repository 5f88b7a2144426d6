import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ONLY_IN_FULL } from "#lib/testing/lane.ts";
import { findInstalled, POSTGRES_FROM } from "#lib/testing/postgres-binaries.ts";
import { distancesFrom, readImports } from "./affected.ts";
import type { Part } from "./lane.ts";
import { findUnitTests, runEachAlone } from "./parts.ts";
import { LISTED_REASON } from "./results.ts";

/**
 * Every test file in a process of its own, and those with a database again on the other server, in short. A file that leans on what
 * another one did in the same process, or on one server's ways, fails here.
 */
export function aloneParts(name: string, installed = versionInstalled()): Part[] {
  const all = `${name}, each file in a process of its own`;
  const fromNpm = { [POSTGRES_FROM]: "npm" };
  if (installed === "") {
    const server = "on PostgreSQL from npm alone, as this machine has no other";
    return [{ name: `${all}, ${server}`, run: () => runEachAlone(findUnitTests(), fromNpm) }];
  }
  const again = { ...fromNpm, TEST_ALL: "false", [LISTED_REASON]: ONLY_IN_FULL };
  return [
    {
      name: `${all}, on this machine's ${installed}`,
      run: () => runEachAlone(findUnitTests(), {}),
    },
    {
      name: "files with a database, each in a process of its own, on PostgreSQL from npm",
      run: async () => runEachAlone(await findDatabaseTests(), again),
    },
  ];
}

function versionInstalled(): string {
  const folder = findInstalled();
  if (folder === undefined) return "";
  const { stdout } = spawnSync(join(folder, "postgres"), ["--version"], { encoding: "utf8" });
  return stdout.trim();
}

/** All that can start a server, or use that of the lane. */
export async function findDatabaseTests(files = findUnitTests()): Promise<string[]> {
  const reached = distancesFrom(["lib/testing/postgres-server.ts"], await readImports(files));
  return files.filter((file) => reached.has(file));
}
