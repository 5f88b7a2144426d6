type Count = {
  /** Shared count, as the database last returned it. */
  told: number;
  /** Counted here since. */
  untold: number;
  isTelling: boolean;
};

type Window = { endsAt: number; counts: Map<string, Count> };

type Options = {
  /** Per window. */
  points: number;
  windowMs: number;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Returns the shared sum of the window that ends at `endsAt`, or `undefined` if it is over. */
  tell: (key: string, points: number, endsAt: number) => Promise<number | undefined>;
};

export type Standing = { isOver: boolean; left: number; msLeft: number };

// Each process holds back up to a twentieth, so together they may let that much more through.
const SHARES = 20;

// Counting addresses does not stop a client with more than these.
const MAX_KEYS = 50_000;

/**
 * Updates the shared count for each twentieth of `points`, without delaying callers. One statement at a time per key. If updates
 * fail, this process counts alone.
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
    /** Without counting. */
    look: (key: string): Standing => status(running(), key),

    /** Counts unless over. `telling`: the update of the shared count. */
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
