// `npm run bench -- [--rounds 5] [--seconds 4] [--rows 1000000] [parts]` compares the product with bare programs on the same machine.
import { readdirSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import type { Part } from "./harness/part.ts";
import { say } from "./harness/say.ts";

const NAMES = readdirSync(new URL("parts", import.meta.url))
  .map((file) => file.replace(/\.ts$/, ""))
  .sort();

async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: "string", default: "5" },
      seconds: { type: "string", default: "4" },
      rows: { type: "string", default: "1000000" },
    },
  });
  const settings = {
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    rows: Number(values.rows),
  };
  const unknown = positionals.filter((name) => !NAMES.includes(name));
  if (
    unknown.length > 0 ||
    !(settings.rounds >= 1) ||
    !(settings.seconds > 0) ||
    !(settings.rows >= 1000)
  ) {
    say(`usage: npm run bench -- [--rounds 5] [--seconds 4] [--rows 1000000] [${NAMES.join(" ")}]`);
    return false;
  }
  say(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(2)}, Node ${process.version}`);
  let isMet = true;
  for (const name of positionals.length > 0 ? positionals : NAMES) {
    say(`\n${name}`);
    const { run }: { run: Part } = await import(`./parts/${name}.ts`);
    isMet = (await run(settings)) && isMet;
  }
  return isMet;
}

process.exitCode = (await main()) ? 0 : 1;
