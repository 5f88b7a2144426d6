export function createPace({ atOnce, perSecond }: { atOnce: number; perSecond: number }) {
  let left = atOnce;
  let countedAt: number | undefined;
  return {
    left(now: Date): number {
      const at = now.getTime();
      const passedMs = Math.max(0, at - (countedAt ?? at));
      left = Math.min(atOnce, left + (passedMs * perSecond) / 1_000);
      countedAt = at;
      return Math.floor(left);
    },
    take(count: number): void {
      left = Math.max(0, left - count);
    },
  };
}
