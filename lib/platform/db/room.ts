/** Of PostgreSQL, and of the file system below the embedded database. */
const DISK_FULL = new Set<unknown>(["53100", "ENOSPC"]);

/** What a write needs at once, several times over: a disk that is full to the last page must not look as if there were room. */
const PROBE_BYTES = 4 * 1024 * 1024;

/** Fills a temporary file of the database's own disk. Only reads, so that it leaves nothing behind. */
export const PROBE = [
  "set local work_mem = '64kB'",
  "set local temp_tablespaces = ''",
  `select count(*) from generate_series(1, ${PROBE_BYTES / 16})`,
];

/**
 * Whether the disk has room. `probe` runs only after a write that found none. It costs no statement while all is well.
 */
export function createRoom(probe: () => Promise<unknown>) {
  let isShort = false;

  return {
    note(code: string | undefined): void {
      if (DISK_FULL.has(code)) isShort = true;
    },

    async hasRoom(): Promise<boolean> {
      if (!isShort) return true;
      // A write that fails meanwhile counts.
      isShort = false;
      try {
        await probe();
      } catch {
        isShort = true;
      }
      return !isShort;
    },
  };
}

/** Also of a cause. */
export function codeOf(error: unknown): string | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ("code" in each && typeof each.code === "string") return each.code;
  }
  return undefined;
}
