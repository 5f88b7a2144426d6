import type { BenchDatabase } from "./database.ts";
import { type LoadRequest, load } from "./load.ts";
import type { BenchProcess } from "./processes.ts";
import type { Sample, Target } from "./rounds.ts";
import { percentile } from "./table.ts";

type Options = {
  name: string;
  process: Pick<BenchProcess, "url" | "cpuMs">;
  database: Pick<BenchDatabase, "cpuMs">;
  concurrency: number;
  next: () => LoadRequest;
};

/** A process under load by HTTP. Fails at the first unexpected status. */
export function httpTarget({ name, process, database, concurrency, next }: Options): Target {
  return {
    name,
    async measure(seconds): Promise<Sample> {
      const before = { own: process.cpuMs(), database: database.cpuMs() };
      const result = await load({ url: process.url, concurrency, seconds, next });
      if (result.failures.size > 0) {
        const statuses = [...result.failures].map(([status, times]) => `${times} × ${status}`);
        throw new Error(`${name} answered ${statuses.join(", ")}`);
      }
      const { latenciesMs } = result;
      const requests = latenciesMs.length;
      const each = (from: number | undefined, to: number | undefined) =>
        from === undefined || to === undefined ? undefined : (to - from) / requests;
      return {
        perSecond: requests / result.seconds,
        cpuMs: each(before.own, process.cpuMs()),
        databaseCpuMs: each(before.database, database.cpuMs()),
        p50Ms: percentile(latenciesMs, 0.5),
        p99Ms: percentile(latenciesMs, 0.99),
      };
    },
  };
}
