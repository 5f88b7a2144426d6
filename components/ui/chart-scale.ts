const STEPS = [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8];

/**
 * Where the axis of values that reach up to `highest` ends: at an even round number, so that half of it is a whole number
 * too. At least 2.
 */
export function axisEnd(highest: number): number {
  for (let power = 1; ; power *= 10) {
    const ends = STEPS.map((step) => Math.round(step * power)).filter((end) => end % 2 === 0);
    const end = ends.find((end) => end >= highest);
    if (end !== undefined) return end;
  }
}
