import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { record } from "../../scripts/lanes/results.ts";
import { playControls } from "./controls.ts";
import { playRandomRounds } from "./random-rounds.ts";
import { playStepRounds, type Round } from "./step-rounds.ts";
import { createWorld } from "./world.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    rounds: { type: "string", default: "200" },
    every: { type: "string", default: "3" },
  },
});
const seed = Number(values.seed ?? randomInt(2 ** 31));
const say = (line: string) => process.stdout.write(`${line}\n`);

say(`Faults with seed ${seed}; the same again with --seed ${seed}.`);
const world = await createWorld();
const broken: Round[] = [];
let roundStartedAt = performance.now();
const counts = { controls: 0, steps: 0, random: 0 };
try {
  for await (const round of playControls(world)) {
    counts.controls++;
    report(round);
  }
  for await (const round of playStepRounds(world, { seed, every: Number(values.every) })) {
    counts.steps++;
    report(round);
  }
  for await (const round of playRandomRounds(world, { seed, rounds: Number(values.rounds) })) {
    counts.random++;
    report(round);
  }
} finally {
  await world.close();
}
say(
  `${counts.controls} controls; rounds: ${counts.steps} killed before a step, ${counts.random} at random. ${broken.length} failed.`,
);
// A socket that died in one of the faults may keep its handle, and with it this process, for ever.
process.exit(broken.length > 0 ? 1 : 0);

function report(round: Round): void {
  const isSound = round.violations.length === 0;
  const now = performance.now();
  const outcome = isSound ? "passed" : "failed";
  record({ outcome, file: "e2e/faults/main.ts", name: round.name, ms: now - roundStartedAt });
  roundStartedAt = now;
  say(`${isSound ? "held  " : "BROKEN"} ${round.name}`);
  for (const violation of round.violations) say(`         ${violation}`);
  if (!isSound) broken.push(round);
}
