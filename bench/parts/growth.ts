// What one merchant's API and console verbs take, as its payments grow from ten thousand to `--rows`.
import { type GrownMerchant, openGrownMerchant } from "../harness/grown-merchant.ts";
import { VERBS, type Verb } from "../harness/growth-verbs.ts";
import type { Part } from "../harness/part.ts";
import { say } from "../harness/say.ts";
import { median, printTable, spread } from "../harness/table.ts";

const FEW = 10_000;
const MOST_RATIO = 2;
/** For the first page of a search or filter. A single millisecond is noise, so a verb below it may take twice as long as any. */
const MOST_MS = 50;
const NOISE_MS = 1;
const IN_A_ROW = 7;

export const run: Part = async ({ rounds, rows }) => {
  const merchants: GrownMerchant[] = [];
  try {
    for (const size of [FEW, rows]) merchants.push(await openGrownMerchant(size));
    const lines: string[][] = [];
    let isMet = true;
    for (const verb of VERBS) {
      const times = await measure(verb, merchants, rounds);
      const [few = Number.NaN, many = Number.NaN] = times.map(median);
      const ratio = Math.max(many, NOISE_MS) / Math.max(few, NOISE_MS);
      const holds = verb.isPage ? many <= MOST_MS : ratio <= MOST_RATIO;
      isMet &&= holds;
      const goal = verb.isPage ? `≤ ${MOST_MS} ms` : `≤ ${MOST_RATIO}×`;
      lines.push([
        verb.name,
        ...times.map((ms) => spread(ms, 1)),
        (many / few).toFixed(1),
        `${goal} ${holds ? "holds" : "MISSED"}`,
      ]);
      say(`growth: ${lines.at(-1)?.join("  ")}`);
    }
    printTable(`ms min / median / max, one merchant with ${FEW} and ${rows} payments`, [
      ["", String(FEW), String(rows), "ratio", "goal"],
      ...lines,
    ]);
    return isMet;
  } finally {
    for (const { close } of merchants.reverse()) await close();
  }
};

/** By merchant, then by round: the median of some times in a row, as many verbs take less than a millisecond. */
async function measure({ prepare, run }: Verb, merchants: GrownMerchant[], rounds: number) {
  const times = merchants.map((): number[] => []);
  // The first round fills caches.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, merchant] of merchants.entries()) {
      const inARow: number[] = [];
      for (let time = 0; time < IN_A_ROW; time += 1) {
        await prepare?.(merchant);
        const startedAt = performance.now();
        await run(merchant);
        inARow.push(performance.now() - startedAt);
      }
      if (round > 0) times[index]?.push(median(inARow));
    }
  }
  return times;
}
