import { after, before, describe, it } from "node:test";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { propertyRuns } from "#lib/testing/lane.ts";
import { COMMANDS, settle } from "#lib/testing/model/commands.ts";
import { checkSettled } from "#lib/testing/model/invariants.ts";
import { openModelDatabase } from "#lib/testing/model/world.ts";

// `node lib/payments/attempts/model.test.ts --runs=2000` runs longer; --seed, --path and --replay, printed on failure, replay a
// run.
const { values } = parseArgs({
  strict: false,
  options: {
    runs: { type: "string", default: String(propertyRuns(3)) },
    seed: { type: "string" },
    path: { type: "string" },
    replay: { type: "string" },
  },
});
const text = (name: string) => (typeof values[name] === "string" ? values[name] : undefined);
const MOST_COMMANDS = 30;

describe("payments after any events in any order", () => {
  let database: Awaited<ReturnType<typeof openModelDatabase>>;
  before(async () => {
    database = await openModelDatabase();
  });
  after(() => database.close());

  it("match the bank's records exactly once", async () => {
    const [seed, path, replayPath] = [text("seed"), text("path"), text("replay")];
    const commands = fc.commands(COMMANDS, {
      maxCommands: MOST_COMMANDS,
      size: "max",
      ...(replayPath !== undefined && { replayPath }),
    });
    const property = fc.asyncProperty(commands, async (chosen) => {
      const world = await database.begin();
      await fc.asyncModelRun(() => ({ model: { creations: 0, starts: 0 }, real: world }), chosen);
      checkSettled(await settle(world));
    });
    await fc.assert(property, {
      numRuns: Number(text("runs")),
      ...(seed !== undefined && { seed: Number(seed) }),
      ...(path !== undefined && { path }),
    });
  });
});
