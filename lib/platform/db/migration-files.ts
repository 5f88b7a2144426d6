import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { z } from "zod";

export type Migration = {
  tag: string;
  createdAt: number;
  hash: string;
  statements: string[];
  /** Outside of a transaction: big tables stay writable. */
  isConcurrent: boolean;
};

const CONCURRENT = /^-- concurrently\r?\n/;

const journal = z.object({ entries: z.array(z.object({ tag: z.string() })) });

export function readMigrations(folder = migrationsFolder()): Migration[] {
  const { entries } = journal.parse(
    JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8")),
  );
  return readMigrationFiles({ migrationsFolder: folder }).map(
    ({ folderMillis, hash, sql }, index) => ({
      tag: entries[index]?.tag ?? "",
      createdAt: folderMillis,
      hash,
      statements: sql,
      isConcurrent: CONCURRENT.test(sql[0] ?? ""),
    }),
  );
}

// A bundled module does not know its source path.
function migrationsFolder(): string {
  return join(process.cwd(), "lib/platform/db/migrations");
}
