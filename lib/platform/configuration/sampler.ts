export const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/** `parentbased_…` equals the sampler it names: no caller decides what is recorded. */
export function createSampler(
  name: (typeof SAMPLERS)[number],
  ratio: number,
): (traceId: string) => boolean {
  if (name.endsWith("always_on")) return () => true;
  if (name.endsWith("always_off")) return () => false;
  // The last 52 bits, which are random in all trace ids.
  return (traceId) => Number.parseInt(traceId.slice(-13), 16) < ratio * 2 ** 52;
}
