/** Of PostgreSQL, and of the file system below the embedded database. */
const DISK_FULL = new Set<unknown>(["53100", "ENOSPC"]);

/** Several writes: a disk full to the last page must not look as if it had room. */
const PROBE_BYTES = 4 * 1024 * 1024;

/** Fills a temporary file of the database's own disk, and leaves nothing behind. */
export const PROBE = [
  "set local work_mem = '64kB'",
  "set local temp_tablespaces = ''",
  `select count(*) from generate_series(1, ${PROBE_BYTES / 16})`,
];

/** `probe` runs only after a write that found no room. */
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
