import { existsSync, readdirSync, rmSync } from "node:fs";

/** Served at `/script`. Every build creates it. */
export const PAGE_SCRIPT_FOLDER = "public/script";

/** The names contain hashes of the content, so that browsers keep the files. */
export async function bundlePageScript(): Promise<void> {
  rmSync(PAGE_SCRIPT_FOLDER, { recursive: true, force: true });
  // One after the other, so that they share nothing: each page loads one file.
  for (const name of ["page", "demo"]) await bundle(name);
}

async function bundle(name: string): Promise<void> {
  const { build } = await import("esbuild");
  await build({
    entryPoints: { [name]: `components/${name}.script.ts` },
    outdir: PAGE_SCRIPT_FOLDER,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    target: "es2022",
    logLevel: "warning",
  });
}

export function isPageScriptBuilt(): boolean {
  return existsSync(PAGE_SCRIPT_FOLDER) && readdirSync(PAGE_SCRIPT_FOLDER).length > 0;
}
