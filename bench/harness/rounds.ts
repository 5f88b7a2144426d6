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

// V8 goes on optimising for some 30,000 requests, or for a minute of slow ones.
const WARM_UP = { requests: 30_000, seconds: 60 };
const WARM_UP_STEP_SECONDS = 3;

/**
 * All targets take turns in each round, in alternating order, which spreads other load on the machine.
 * Before, each warms up. The results are by target, then by round.
 */
export async function takeTurns(
  what: string,
  targets: readonly Target[],
  { rounds, seconds }: Pick<Settings, "rounds" | "seconds">,
): Promise<Sample[][]> {
  for (const { name, measure } of targets) {
    say(`${what}: ${name} warms up`);
    await warmUp(measure);
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

async function warmUp(measure: Target["measure"]): Promise<void> {
  let requests = 0;
  let seconds = 0;
  while (requests < WARM_UP.requests && seconds < WARM_UP.seconds) {
    const { perSecond } = await measure(WARM_UP_STEP_SECONDS);
    requests += perSecond * WARM_UP_STEP_SECONDS;
    seconds += WARM_UP_STEP_SECONDS;
  }
}
