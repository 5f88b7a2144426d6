import { listenAddresses } from "#lib/platform/http/own-addresses.ts";
import { readConfiguration } from "./configuration.ts";
import { bundleEmbed, SERVED_EMBED } from "./embed.ts";
import { NEXT, runNode } from "./node.ts";

async function dev(args: string[]): Promise<number> {
  const configuration = readConfiguration();
  if (!configuration) return 1;
  const { env, variables } = configuration;
  await bundleEmbed(SERVED_EMBED);
  // Next's development server takes one address.
  const [address] = listenAddresses(env);
  const where = ["--port", String(env.PORT), ...(address ? ["--hostname", address] : [])];
  return runNode([NEXT, "dev", ...where, ...args], variables);
}

process.exitCode = await dev(process.argv.slice(2));
