import {
  closeSync,
  existsSync,
  fdatasyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

export const RESTORED = "restored";

class DataDirLockedError extends Error {
  override name = "DataDirLockedError";
}

/** Throws an error that names the process holding it. Each statement's log is flushed to disk. */
export async function openEmbedded(dataDir: string): Promise<{ client: PGlite; release(): void }> {
  const { root, release } = lockDataDir(dataDir);
  try {
    finishRestore(root);
    const client = await PGlite.create({ fs: new FlushingFs(join(root, "postgres")) });
    return { client, release };
  } catch (error) {
    release();
    throw error;
  }
}

export function lockDataDir(dataDir: string): { root: string; release(): void } {
  const root = resolve(dataDir);
  mkdirSync(root, { recursive: true, mode: 0o700 });
  return { root, release: lock(root) };
}

/** Also one whose restore was killed. Keeps the previous one, and returns its folder. The caller holds the lock. */
export function finishRestore(root: string): string | undefined {
  const [restored, current] = [join(root, RESTORED), join(root, "postgres")];
  if (!existsSync(restored)) return undefined;
  const replaced = `${current}-replaced-${new Date().toISOString().replace(/[:.]/g, "")}`;
  const isReplaced = existsSync(current);
  if (isReplaced) renameSync(current, replaced);
  renameSync(restored, current);
  return isReplaced ? replaced : undefined;
}

// PGlite takes no lock: two processes silently lose rows. An SQLite lock ends with its process, even after a crash.
function lock(root: string): () => void {
  const holderFile = join(root, "holder.json");
  const database = new DatabaseSync(join(root, "lock"));
  try {
    database.exec("pragma journal_mode = delete; begin exclusive");
  } catch {
    database.close();
    throw new DataDirLockedError(describeHolder(root, holderFile));
  }
  writeFileSync(holderFile, JSON.stringify({ pid: process.pid, since: new Date().toISOString() }));
  return () => database.close();
}

function describeHolder(root: string, holderFile: string): string {
  const advice = "Stop it first, or set DATABASE_URL to use a PostgreSQL server.";
  try {
    const holder: unknown = JSON.parse(readFileSync(holderFile, "utf8"));
    const { pid, since } = holder as { pid?: unknown; since?: unknown };
    return `${root} is in use by process ${pid} since ${since}. ${advice}`;
  } catch {
    return `${root} is in use by another process. ${advice}`;
  }
}

// PGlite never calls fsync. This hook runs after each statement.
class FlushingFs extends NodeFS {
  readonly #flushedAt = new Map<string, number>();

  override async syncToFs(): Promise<void> {
    const folder = join(this.rootDir, "pg_wal");
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      const stats = statSync(path);
      if (!stats.isFile() || this.#flushedAt.get(path) === stats.mtimeMs) continue;
      const file = openSync(path, "r+");
      fdatasyncSync(file);
      closeSync(file);
      this.#flushedAt.set(path, stats.mtimeMs);
    }
  }
}
