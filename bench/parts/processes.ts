// Creations by several `api` processes on one database: what is the limit?
import { cpus } from "node:os";
import { startDatabase } from "../harness/database.ts";
import { load } from "../harness/load.ts";
import { createBenchMerchant, openServices } from "../harness/merchant.ts";
import { type BenchProcess, startProduct } from "../harness/processes.ts";
import type { Settings } from "../harness/rounds.ts";
import { say } from "../harness/say.ts";
import { printTable, spread } from "../harness/table.ts";

const COUNTS = [1, 2, 4];
const CONCURRENCY = 32;

type Sample = { perSecond: number; cores: number; databaseCores: number };

/** Sets no goal. */
export async function run({ rounds, seconds }: Settings): Promise<boolean> {
  const database = await startDatabase();
  const processes: BenchProcess[] = [];
  try {
    const services = await openServices(database.url);
    const { keys } = await createBenchMerchant(services);
    await services.close();
    for (let index = 0; index < Math.max(...COUNTS); index += 1) {
      processes.push(await startProduct("api", database.url, {}, `api-${index}`));
    }
    let order = 0;
    const next = () => {
      order += 1;
      const body = JSON.stringify({ amount: 1250, currency: "EUR", externalId: `order-${order}` });
      const headers = { "x-api-key": keys.web, "content-type": "application/json" };
      return { method: "POST" as const, path: "/api/transactions", headers, body };
    };
    const samples = new Map(COUNTS.map((count) => [count, [] as Sample[]]));
    for (let round = 0; round <= rounds; round += 1) {
      for (const count of COUNTS) {
        const used = processes.slice(0, count);
        const before = { own: cpuMsOf(used), database: database.cpuMs() ?? Number.NaN };
        const concurrency = CONCURRENCY / count;
        const results = await Promise.all(
          used.map(({ url }) => load({ url, concurrency, seconds, next })),
        );
        const created = results.reduce((sum, { latenciesMs }) => sum + latenciesMs.length, 0);
        if (results.some(({ failures }) => failures.size > 0)) throw new Error("some were refused");
        const took = Math.max(...results.map((result) => result.seconds));
        const cores = (cpuMsOf(used) - before.own) / took / 1000;
        const databaseCores = ((database.cpuMs() ?? Number.NaN) - before.database) / took / 1000;
        say(
          `processes: round ${round} of ${rounds}, ${count}: ${(created / took).toFixed(0)} per second`,
        );
        // The first round warms up.
        if (round > 0) {
          samples.get(count)?.push({ perSecond: created / took, cores, databaseCores });
        }
      }
    }
    print(samples);
    return true;
  } finally {
    for (const process of processes.reverse()) await process.stop();
    await database.stop();
  }
}

function cpuMsOf(processes: readonly BenchProcess[]): number {
  return processes.reduce((sum, process) => sum + (process.cpuMs() ?? Number.NaN), 0);
}

function print(samples: ReadonlyMap<number, readonly Sample[]>): void {
  const lines = [...samples].map(([count, taken]) => [
    `${count} × api`,
    spread(
      taken.map(({ perSecond }) => perSecond),
      0,
    ),
    spread(taken.map(({ cores }) => cores)),
    spread(taken.map(({ databaseCores }) => databaseCores)),
  ]);
  printTable(`creations, c = ${CONCURRENCY}, on ${cpus().length} cores`, [
    ["", "per second min / median / max", "cores of api", "cores of the database"],
    ...lines,
  ]);
}
