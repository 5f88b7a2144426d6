import { say } from "./say.ts";

/** `rows`: payments of the large merchant. */
export type Settings = { rounds: number; seconds: number; rows: number };

/** CPU times in milliseconds per request. */
export type Sample = {
  perSecond: number;
  cpuMs: number | undefined;
  databaseCpuMs: number | undefined;
  p50Ms: number;
  p99Ms: number;
};

export type Target = {
  name: string;
  /** Measures for that many seconds. */
  measure: (seconds: number) => Promise<Sample>;
};

// V8 goes on optimising for some 30,000 requests.
const WARM_UP_SECONDS = 3;
const RISE = 1.03;
const STEADY_TIMES = 4;

/**
 * All targets take turns in each round, in alternating order, which spreads other load on the machine.
 * Before, each runs until its rate no longer rises. The results are by target, then by round.
 */
export async function takeTurns(
  what: string,
  targets: readonly Target[],
  { rounds, seconds }: Pick<Settings, "rounds" | "seconds">,
): Promise<Sample[][]> {
  for (const { name, measure } of targets) {
    say(`${what}: ${name} warms up`);
    await untilSteady(measure);
  }
  const samples: Sample[][] = targets.map(() => []);
  for (let round = 1; round <= rounds; round += 1) {
    const inOrder = [...targets.entries()];
    if (round % 2 === 0) inOrder.reverse();
    for (const [index, { name, measure }] of inOrder) {
      const sample = await measure(seconds);
      samples[index]?.push(sample);
      say(
        `${what}: round ${round} of ${rounds}, ${name}: ${sample.perSecond.toFixed(0)} per second`,
      );
    }
  }
  return samples;
}

async function untilSteady(measure: Target["measure"]): Promise<void> {
  let best = 0;
  for (let times = 0; times < STEADY_TIMES; times += 1) {
    const { perSecond } = await measure(WARM_UP_SECONDS);
    if (perSecond < best * RISE) continue;
    best = perSecond;
    times = 0;
  }
}
