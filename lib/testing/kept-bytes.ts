import { getHeapSpaceStatistics } from "node:v8";

/** Bytes per run of `work` that V8 keeps until a full collection, although nothing needs them. Few runs cause none. */
export async function keptBytes(work: () => Promise<unknown>, runs = 30): Promise<number> {
  const collect = garbageCollector();
  for (let run = 0; run < runs; run += 1) await work();
  collect({ type: "major" });
  const before = oldBytes();
  for (let run = 0; run < runs; run += 1) await work();
  // What is left after the second has become old.
  collect({ type: "minor" });
  collect({ type: "minor" });
  return (oldBytes() - before) / runs;
}

function oldBytes(): number {
  const spaces = getHeapSpaceStatistics();
  return spaces.find(({ space_name }) => space_name === "old_space")?.space_used_size ?? Number.NaN;
}

/** With `--expose-gc`, as `npm run test:unit` starts Node. */
function garbageCollector(): (how: { type: "major" | "minor" }) => void {
  const { gc } = globalThis;
  if (!gc) throw new Error("run the tests with node --expose-gc");
  return (how) => void gc({ ...how, execution: "sync" });
}
