import { existsSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findViolations } from "./invariants.ts";
import { createMerchant } from "./merchant.ts";
import { createRandom } from "./random.ts";
import { comeToRest, describeUnfinished } from "./rest.ts";
import type { Cast, Scenario } from "./scenarios.ts";
import type { World } from "./world.ts";

export type Round = { name: string; violations: string[] };

const MAX_STEPS = 300;

/** Kills a process before every `every`th step of a scenario and checks all invariants. Ends when the process survives. */
export async function* playStepRounds(
  world: World,
  scenario: Scenario,
  { seed, every }: { seed: number; every: number },
): AsyncGenerator<Round> {
  const first = 1 + createRandom(seed).below(every);
  for (let failAt = first; failAt < MAX_STEPS; failAt += every) {
    const { step, violations } = await playStep(world, scenario, failAt);
    yield { name: `${scenario.name}: ${step ?? "outlived"}`, violations };
    if (step === undefined) break;
  }
}

async function playStep(world: World, scenario: Scenario, failAt: number) {
  const { fleet } = world;
  const [first, second] = fleet.apis;
  const [worker] = fleet.workers;
  if (!first?.url || !second?.url || !worker) throw new Error("the fleet is not complete");
  const victim = scenario.victim === "api" ? first : worker;
  const traceFile = join(tmpdir(), `bankside-steps-${process.pid}-${fleet.name}`);
  rmSync(traceFile, { force: true });
  const shop = await world.openShop({ sources: scenario.sources ?? ["job"] });
  const { url: spare } = second;
  const merchant = createMerchant(shop, createRandom(failAt), [spare]);
  const cast = { world, shop, merchant, order: merchant.newOrder(), spare };
  try {
    // No other worker may take the work.
    await fleet.endAll(victim === worker ? fleet.workers : [victim]);
    await Promise.all([
      fleet.start(victim, { FAIL_AT: String(failAt), FAIL_TRACE: traceFile }),
      fleet.restore(victim === worker ? [second] : [second, worker]),
    ]);
    const hasDied = await harm(cast, scenario, failAt);
    await fleet.restore([worker]);
    await scenario.after(cast);
    const isAtRest = await comeToRest(world, shop);
    const violations = await findViolations(world, shop, merchant);
    if (!isAtRest) {
      violations.push("I9 it never came to rest", ...(await describeUnfinished(world, shop)));
    }
    return { step: hasDied ? stepsOf(traceFile).at(-1) : undefined, violations };
  } finally {
    await victim.process?.end("SIGKILL");
    await shop.close();
  }

  /** Returns whether it died. */
  async function harm(cast: Cast, scenario: Scenario, failAt: number) {
    await scenario.prepare(cast);
    const { process, url = spare } = victim;
    if (!process) throw new Error("no process to harm");
    if (scenario.victim === "api") {
      const headers = { "x-fail-at": String(failAt) };
      await scenario.act(cast, { url, headers });
    } else {
      process.arm();
      await scenario.act(cast, { url });
      await comeToRest(world, shop, process.hasEnded);
    }
    // The step is recorded before the process dies.
    const isDying = stepsOf(traceFile).length >= failAt;
    if (isDying) await process.ended;
    return isDying;
  }
}

function stepsOf(traceFile: string): string[] {
  return existsSync(traceFile) ? readFileSync(traceFile, "utf8").trimEnd().split("\n") : [];
}
