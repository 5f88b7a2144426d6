type Count = {
  reported: number;
  /** Counted here since. */
  unreported: number;
  isReporting: boolean;
};

type Window = { endsAt: number; counts: Map<string, Count> };

type Options = {
  /** Per window. */
  points: number;
  windowMs: number;
  /** Milliseconds since 1970. */
  now: () => number;
  /** `undefined` if the window that ends at `endsAt` is over. */
  report?:
    | ((key: string, points: number, endsAt: number) => Promise<number | undefined>)
    | undefined;
};

export type CounterStatus = { isOver: boolean; left: number; msLeft: number };

// What each process may hold back.
const SHARES = 20;

// Counting addresses does not stop a client with more than these.
const MAX_KEYS = 50_000;

/** Updates the shared count for each twentieth of `points`, without delaying callers. If that fails, this process counts alone. */
export function createCounter({ points, windowMs, now, report }: Options) {
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
    const added = { reported: 0, unreported: 0, isReporting: false };
    counts.set(key, added);
    return added;
  }

  async function share(key: string, count: Count, endsAt: number): Promise<void> {
    if (!report || count.isReporting || count.unreported < batch) return;
    count.isReporting = true;
    const added = count.unreported;
    try {
      count.reported = (await report(key, added, endsAt)) ?? count.reported + added;
      count.unreported -= added;
    } finally {
      count.isReporting = false;
    }
  }

  function status({ endsAt, counts }: Window, key: string): CounterStatus {
    const { reported, unreported } = counts.get(key) ?? { reported: 0, unreported: 0 };
    const left = Math.max(0, points - reported - unreported);
    return { isOver: left === 0, left, msLeft: endsAt - now() };
  }

  return {
    look: (key: string): CounterStatus => status(running(), key),

    /** Counts unless over. `sharing`: the update of the shared count. */
    count(key: string): CounterStatus & { sharing: Promise<void> | undefined } {
      const window = running();
      const before = status(window, key);
      if (before.isOver) return { ...before, sharing: undefined };
      const count = add(window, key);
      count.unreported += 1;
      const sharing = share(key, count, window.endsAt);
      return { isOver: false, left: before.left - 1, msLeft: before.msLeft, sharing };
    },

    forget: (key: string): boolean => running().counts.delete(key),
  };
}
