import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { runNode } from "./node.ts";

/** Served at `/embed.js`. Every build creates it. */
export const SERVED_EMBED = "public/embed.js";
/** Served at `/sdk/<name>.tgz`. Every build creates it. */
export const PACKED_FOLDER = "public/sdk";
export const EMBED_FOLDER = "sdk/embed";

const TSC = "node_modules/typescript/bin/tsc";

/** ASCII only, for pages of any encoding. */
export async function bundleEmbed(outFile: string): Promise<void> {
  mkdirSync(dirname(outFile), { recursive: true });
  const { build } = await import("esbuild");
  await build({
    entryPoints: [join(EMBED_FOLDER, "src/script.ts")],
    outfile: outFile,
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    charset: "ascii",
    logLevel: "warning",
  });
}

export async function compileEmbed(outDir: string): Promise<number> {
  const options = ["--project", EMBED_FOLDER, "--outDir", join(resolve(outDir), "esm")];
  const code = await runNode([TSC, ...options]);
  if (code !== 0) return code;
  await bundleEmbed(join(outDir, "embed.js"));
  const { frameJsonSchema } = await import("#lib/payments/checkout/frame-schema.ts");
  const schema = JSON.stringify(frameJsonSchema(), null, 2);
  writeFileSync(join(outDir, "messages.schema.json"), `${schema}\n`);
  return 0;
}
