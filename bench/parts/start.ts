// How long the product's processes take until they are ready, and their memory when idle.
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type BenchDatabase, startDatabase } from "../harness/database.ts";
import { type Product, startProduct } from "../harness/processes.ts";
import type { Settings } from "../harness/rounds.ts";
import { say } from "../harness/say.ts";
import { median, printTable, spread } from "../harness/table.ts";

const IDLE_MS = 5_000;
const MIB = 1024 * 1024;

/** In ms and MiB. */
const GOALS: Record<Product, { ready?: number; memory: number }> = {
  serve: { ready: 1_500, memory: 210 },
  api: { ready: 1_500, memory: 150 },
  // It listens to nothing that would say when it is ready.
  worker: { memory: 150 },
};

export async function run({ rounds }: Settings): Promise<boolean> {
  const database = await startDatabase();
  try {
    const kinds: Product[] = existsSync(".next/BUILD_ID")
      ? ["serve", "api", "worker"]
      : ["api", "worker"];
    // Creates the tables, and fills the caches of compiled code.
    for (const kind of kinds) await measure(kind, database);
    const samples = new Map(kinds.map((kind) => [kind, [] as Sample[]]));
    for (let round = 1; round <= rounds; round += 1) {
      for (const kind of kinds) {
        const sample = await measure(kind, database);
        samples.get(kind)?.push(sample);
        say(
          `start: round ${round} of ${rounds}, ${kind}: ${sample.readyMs.toFixed(0)} ms, ${sample.memory.toFixed(0)} MiB`,
        );
      }
    }
    return print(samples);
  } finally {
    await database.stop();
  }
}

type Sample = { readyMs: number; memory: number; firstPageMs: number | undefined };

async function measure(kind: Product, { url }: BenchDatabase): Promise<Sample> {
  const process = await startProduct(kind, url);
  try {
    await sleep(IDLE_MS);
    const memory = (process.memoryBytes() ?? Number.NaN) / MIB;
    const firstPageMs = kind === "serve" ? await timePage(process.url) : undefined;
    return { readyMs: process.readyAfterMs, memory, firstPageMs };
  } finally {
    await process.stop();
  }
}

async function timePage(url: string): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${url}/checkout?reference=unknown`);
  await response.arrayBuffer();
  return performance.now() - startedAt;
}

function print(samples: ReadonlyMap<Product, readonly Sample[]>): boolean {
  let isMet = true;
  const lines = [...samples].map(([kind, taken]) => {
    const goal = GOALS[kind];
    const ready = taken.map(({ readyMs }) => readyMs);
    const memory = taken.map((sample) => sample.memory);
    const firstPage = taken.flatMap(({ firstPageMs }) => firstPageMs ?? []);
    const holds =
      median(memory) <= goal.memory && (goal.ready === undefined || median(ready) <= goal.ready);
    isMet &&= holds;
    return [
      kind,
      goal.ready === undefined ? "" : `${spread(ready, 0)} ms`,
      `${spread(memory, 0)} MiB`,
      firstPage.length > 0 ? `${spread(firstPage, 0)} ms` : "",
      `${goal.ready === undefined ? "" : `≤ ${goal.ready} ms, `}≤ ${goal.memory} MiB ${holds ? "holds" : "MISSED"}`,
    ];
  });
  printTable("start to ready, and memory when idle", [
    ["", "ready min / median / max", "memory", "first page", "goal"],
    ...lines,
  ]);
  return isMet;
}
