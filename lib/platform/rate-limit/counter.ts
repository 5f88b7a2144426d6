/** What one process knows of one key in the running window. */
type Count = {
  /** Counted by all processes together, as the database last said. */
  told: number;
  /** Counted here since. */
  untold: number;
  isTelling: boolean;
};

type Window = { endsAt: number; counts: Map<string, Count> };

type Options = {
  /** How many are let through in one window. */
  points: number;
  windowMs: number;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Adds `points` to the count all processes share; answers the sum in the window that ends at `endsAt`, none if over. */
  tell: (key: string, points: number, endsAt: number) => Promise<number | undefined>;
};

/** How a key stands in the running window. */
export type Standing = { isOver: boolean; left: number; msLeft: number };

// What a process has not told yet is what the others can't know: they may let through this much more together.
const SHARES = 20;

// Whoever has more addresses than these is not held up by counting addresses.
const MAX_KEYS = 50_000;

/**
 * Counts in this process and tells the other processes now and then, by way of the database: each time a twentieth of
 * `points` has come together. Nobody waits for that, at most one statement per key is under way, and a key that is used
 * little costs none. While nothing can be told, this process counts alone.
 */
export function createCounter({ points, windowMs, now, tell }: Options) {
  const batch = Math.max(1, Math.floor(points / SHARES));
  let current: Window = { endsAt: 0, counts: new Map() };

  function running(): Window {
    const endsAt = (Math.floor(now() / windowMs) + 1) * windowMs;
    if (current.endsAt !== endsAt) current = { endsAt, counts: new Map() };
    return current;
  }

  function add({ counts }: Window, key: string): Count {
    const known = counts.get(key);
    if (known) return known;
    const [oldest] = counts.keys();
    if (counts.size >= MAX_KEYS && oldest !== undefined) counts.delete(oldest);
    const added = { told: 0, untold: 0, isTelling: false };
    counts.set(key, added);
    return added;
  }

  async function tellOthers(key: string, count: Count, endsAt: number): Promise<void> {
    if (count.isTelling || count.untold < batch) return;
    count.isTelling = true;
    const telling = count.untold;
    try {
      count.told = (await tell(key, telling, endsAt)) ?? count.told + telling;
      count.untold -= telling;
    } finally {
      count.isTelling = false;
    }
  }

  function status({ endsAt, counts }: Window, key: string): Standing {
    const { told, untold } = counts.get(key) ?? { told: 0, untold: 0 };
    const left = Math.max(0, points - told - untold);
    return { isOver: left === 0, left, msLeft: endsAt - now() };
  }

  return {
    /** How `key` stands, without counting. */
    look: (key: string): Standing => status(running(), key),

    /** Counts one more unless there were too many, and says how `key` stood for this one; `telling` is under way. */
    count(key: string): Standing & { telling: Promise<void> | undefined } {
      const window = running();
      const before = status(window, key);
      if (before.isOver) return { ...before, telling: undefined };
      const count = add(window, key);
      count.untold += 1;
      const telling = tellOthers(key, count, window.endsAt);
      return { isOver: false, left: before.left - 1, msLeft: before.msLeft, telling };
    },
  };
}
