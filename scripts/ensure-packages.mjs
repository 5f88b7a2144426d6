import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runNpm } from "./child.mjs";

/** @throws if the installation fails. */
export async function ensurePackages(root, { development }) {
  if (isInstalled(root, development)) return;
  process.stderr.write("Installing packages with npm ci, which takes about half a minute …\n");
  const startedAt = performance.now();
  const scope = development ? "--include=dev" : "--omit=dev";
  // Its warnings concern its own Node, and packages it does not run.
  const options = [scope, "--no-audit", "--no-fund", "--loglevel=error"];
  const code = await runNpm(["ci", ...options], { cwd: root });
  if (code !== 0) throw new Error("The packages could not be installed; npm says why above.");
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  process.stderr.write(`Packages installed in ${seconds} s.\n`);
}

function isInstalled(root, development) {
  const installed = readPackages(join(root, "node_modules", ".package-lock.json"));
  return Object.entries(readPackages(join(root, "package-lock.json"))).every(
    ([path, wanted]) =>
      path === "" ||
      wanted.optional ||
      wanted.devOptional ||
      (wanted.dev && !development) ||
      installed[path]?.version === wanted.version,
  );
}

function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {};
}
