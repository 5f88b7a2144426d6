import { setTimeout as sleep } from "node:timers/promises";

/** How long a process relies on a look-up. No setting: all processes must agree. */
const KNOWN_FOR_MS = 50;
// Timers may end a millisecond early.
const MARGIN_MS = 10;

type Lookup<T> = { row: Promise<T | undefined>; startedAt: number };

/**
 * Shares the look-ups of active keys within {@link KNOWN_FOR_MS}. Revoking stays immediate, in all processes: it waits as long
 * before it returns ({@link untilForgotten}).
 */
export function createKnownKeys<T>() {
  // Oldest first.
  const lookups = new Map<string, Lookup<T>>();

  function isRecent({ startedAt }: Lookup<T>): boolean {
    return performance.now() - startedAt < KNOWN_FOR_MS;
  }

  function dropOld(): void {
    for (const [name, lookup] of lookups) {
      if (isRecent(lookup)) return;
      lookups.delete(name);
    }
  }

  return function find(name: string, read: () => Promise<T | undefined>): Promise<T | undefined> {
    dropOld();
    const known = lookups.get(name);
    if (known) return known.row;
    // Before the read, which may miss a revocation from now on.
    const startedAt = performance.now();
    const lookup = { row: read(), startedAt };
    lookups.set(name, lookup);
    const forget = () => {
      if (lookups.get(name) === lookup) lookups.delete(name);
    };
    // An unknown key may be created at any time, and an outage may end.
    lookup.row.then((row) => row ?? forget(), forget);
    return lookup.row;
  };
}

/** After a revocation has been stored: resolves once no process relies on an earlier look-up. */
export async function untilForgotten(): Promise<void> {
  await sleep(KNOWN_FOR_MS + MARGIN_MS);
}
