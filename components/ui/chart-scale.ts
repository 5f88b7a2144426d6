const STEPS = [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8];

/** The lowest even round number that is at least `highest`, so that half of it is whole. At least 2. */
export function axisEnd(highest: number): number {
  for (let power = 1; ; power *= 10) {
    const ends = STEPS.map((step) => Math.round(step * power)).filter((end) => end % 2 === 0);
    const end = ends.find((end) => end >= highest);
    if (end !== undefined) return end;
  }
}
