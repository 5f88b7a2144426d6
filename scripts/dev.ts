import { readConfiguration } from "./configuration.ts";
import { bundleEmbed, SERVED_EMBED } from "./embed.ts";
import { QUICK_IMPORTS, runNode } from "./node.ts";
import { bundlePageScript } from "./page-script.ts";

async function dev(args: string[]): Promise<number> {
  const configuration = readConfiguration();
  if (!configuration) return 1;
  await bundleEmbed(SERVED_EMBED);
  await bundlePageScript();
  return runNode(
    ["--import", QUICK_IMPORTS, "lib/next/server/main.ts", ...args],
    configuration.variables,
  );
}

process.exitCode = await dev(process.argv.slice(2));
