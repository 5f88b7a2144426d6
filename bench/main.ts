// `npm run bench -- [--rounds 5] [--seconds 4] [--rows 1000000] [parts]` compares the product with bare programs on the same machine.
import { readdirSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { z } from "zod";
import type { Part } from "./harness/part.ts";
import { say } from "./harness/say.ts";

const NAMES = readdirSync(new URL("parts", import.meta.url))
  .map((file) => file.replace(/\.ts$/, ""))
  .sort();

const OPTIONS = {
  rounds: { type: "string", default: "5" },
  seconds: { type: "string", default: "4" },
  rows: { type: "string", default: "1000000" },
} as const;

const Arguments = z.object({
  values: z.object({
    rounds: z.coerce.number().int().min(1),
    seconds: z.coerce.number().positive(),
    rows: z.coerce.number().int().min(1000),
  }),
  positionals: z.array(z.enum(NAMES)),
});

function readArguments(): z.infer<typeof Arguments> | undefined {
  try {
    return Arguments.parse(parseArgs({ allowPositionals: true, options: OPTIONS }));
  } catch {
    return undefined;
  }
}

async function main(): Promise<boolean> {
  const given = readArguments();
  if (!given) {
    say(`usage: npm run bench -- [--rounds 5] [--seconds 4] [--rows 1000000] [${NAMES.join(" ")}]`);
    return false;
  }
  say(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(2)}, Node ${process.version}`);
  let isMet = true;
  for (const name of given.positionals.length > 0 ? given.positionals : NAMES) {
    say(`\n${name}`);
    const { run }: { run: Part } = await import(`./parts/${name}.ts`);
    isMet = (await run(given.values)) && isMet;
  }
  return isMet;
}

process.exitCode = (await main()) ? 0 : 1;
