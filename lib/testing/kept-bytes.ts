import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

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

/** V8's own `gc`. */
function garbageCollector(): (how: { type: string }) => void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect !== "function") throw new Error("V8 offers no gc");
  return (how) => collect(how);
}
