import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { runNode } from "./node.ts";

/** The script as the site serves it at `/embed.js`; made by every build, like the rest of what is served. */
export const SERVED_EMBED = "public/embed.js";
export const EMBED_FOLDER = "sdk/embed";

const TSC = "node_modules/typescript/bin/tsc";

/** Bundles the script that shops load by its address. Its letters are ASCII, so it survives pages of any encoding. */
export async function bundleEmbed(outFile: string): Promise<void> {
  mkdirSync(dirname(outFile), { recursive: true });
  // Loaded when needed: most commands bundle nothing.
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

/** Builds what is published as a package into `outDir`; resolves to the exit code. */
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
