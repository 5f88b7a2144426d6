import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { record } from "../../scripts/lanes/results.ts";
import { playControls } from "./controls.ts";
import { FAILOVERS, playFailovers } from "./failovers.ts";
import { playRandomRounds } from "./random-rounds.ts";
import { REFUND_SCENARIOS } from "./refund-scenarios.ts";
import { SCENARIOS } from "./scenarios.ts";
import { playStepRounds, type Round } from "./step-rounds.ts";
import { createWorld, type World } from "./world.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    rounds: { type: "string", default: "200" },
    every: { type: "string", default: "3" },
    worlds: { type: "string", default: "4" },
    failovers: { type: "string", default: String(FAILOVERS.length) },
    only: { type: "string" },
  },
});
const RANDOM_ROUNDS_A_PLAY = 10;
const seed = Number(values.seed ?? randomInt(2 ** 31));
const say = (line: string) => process.stdout.write(`${line}\n`);
const counts = { controls: 0, steps: 0, failovers: 0, random: 0 };
let failed = 0;

say(`Faults with seed ${seed}; the same again with --seed ${seed}.`);
// Each world takes the next. The longest, the worker's, run first.
const plays = [
  ...(isWanted("steps") ? [...REFUND_SCENARIOS, ...SCENARIOS] : [])
    .map((scenario, index) => (world: World) => {
      const options = { seed: seed + index, every: Number(values.every) };
      return play("steps", playStepRounds(world, scenario, options));
    })
    .toReversed(),
  ...(isWanted("controls") ? [(world: World) => play("controls", playControls(world))] : []),
  ...(isWanted("failovers") ? failoverPlays(Number(values.failovers)) : []),
  ...(isWanted("random") ? randomPlays(Number(values.rounds)) : []),
].values();
// Rounds mostly wait, so several run in parallel.
const names = Array.from({ length: Number(values.worlds) }, (_, index) => `world-${index + 1}`);
const worlds = await Promise.allSettled(names.map(playInWorld));
for (const world of worlds) if (world.status === "rejected") throw world.reason;
say(
  `${counts.controls} controls; rounds: ${counts.steps} killed before a step, ${counts.failovers} failovers, ${counts.random} at random. ${failed} failed.`,
);
// A broken socket may keep this process alive forever.
process.exit(failed > 0 ? 1 : 0);

function isWanted(kind: keyof typeof counts): boolean {
  return (values.only ?? kind) === kind;
}

function failoverPlays(most: number) {
  return most > 0 ? [() => play("failovers", playFailovers(most))] : [];
}

function randomPlays(rounds: number) {
  const starts = Array.from(
    { length: Math.ceil(rounds / RANDOM_ROUNDS_A_PLAY) },
    (_, index) => index * RANDOM_ROUNDS_A_PLAY,
  );
  return starts.map((start) => (world: World) => {
    const options = { seed: seed + start, rounds: Math.min(RANDOM_ROUNDS_A_PLAY, rounds - start) };
    return play("random", playRandomRounds(world, options));
  });
}

async function playInWorld(name: string): Promise<void> {
  const world = await createWorld(name);
  try {
    for (const next of plays) await next(world);
  } finally {
    await world.close();
  }
}

async function play(kind: keyof typeof counts, rounds: AsyncIterable<Round>): Promise<void> {
  let startedAt = performance.now();
  for await (const { name, violations } of rounds) {
    counts[kind]++;
    const isSound = violations.length === 0;
    const outcome = isSound ? "passed" : "failed";
    record({ outcome, file: "e2e/faults/main.ts", name, ms: performance.now() - startedAt });
    startedAt = performance.now();
    if (!isSound) failed++;
    say(`${isSound ? "held  " : "BROKEN"} ${name}`);
    for (const violation of violations) say(`         ${violation}`);
  }
}
