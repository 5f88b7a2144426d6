/** Reproducible from a seed. */
export type Random = {
  /** In [0, 1). */
  next(): number;
  /** Integer in [0, `below`). */
  below(below: number): number;
  chance(probability: number): boolean;
  pick<T>(values: readonly [T, ...T[]]): T;
};

/** mulberry32, with 32 bits of state: enough to choose faults. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (values) => values[below(values.length)] ?? values[0],
  };
}

const LONGEST_PAUSE_MS = 700;

export function pause(random: Random): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, random.below(LONGEST_PAUSE_MS)));
}
