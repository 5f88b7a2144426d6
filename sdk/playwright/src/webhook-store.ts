import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const KEPT_MS = 60 * 60 * 1000;

let put = 0;

/** Items that the processes of this machine share under one name, for an hour. Reads those put from `since` on. */
export function openStore<Item>(name: string, since: number) {
  const id = createHash("sha256").update(name).digest("hex").slice(0, 32);
  const folder = join(tmpdir(), `bankside-playwright-${id}`);
  const known = new Set<string>();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const file of readdirSync(folder)) {
    if (timeOf(file) < Date.now() - KEPT_MS) rmSync(join(folder, file), { force: true });
  }

  return {
    /** Equal in all processes, and not guessed by others. */
    id,

    put(item: Item): void {
      const file = `${Date.now()}-${String(put++).padStart(9, "0")}-${process.pid}.json`;
      const path = join(folder, file);
      // A reader never sees half of it.
      writeFileSync(`${path}.part`, JSON.stringify(item), { mode: 0o600 });
      renameSync(`${path}.part`, path);
    },

    /** Oldest first, each once. */
    takeNew(): Item[] {
      const files = readdirSync(folder).filter(
        (file) => file.endsWith(".json") && timeOf(file) >= since && !known.has(file),
      );
      return files.sort().map((file) => {
        known.add(file);
        return JSON.parse(readFileSync(join(folder, file), "utf8"));
      });
    },
  };
}

function timeOf(file: string): number {
  return Number(file.split("-", 1)[0]);
}
