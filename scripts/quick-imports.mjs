import { existsSync } from "node:fs";
import { enableCompileCache, registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

/*
 * Node parses the 180 kB export map of drizzle-orm for each import, and again inside of it: half the start time and half the
 * memory of a process. This file resolves these imports without the map, to the CommonJS files, which import no others through
 * it. For our own files it spares Node the look for their package.json, a sixth of the start. It also keeps compiled code for
 * the next one.
 */
const ROOT = new URL("../", import.meta.url).href;
const DRIZZLE = new URL("../node_modules/drizzle-orm/", import.meta.url);
const resolved = new Map();

enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/node", import.meta.url)));

registerHooks({
  resolve(specifier, context, next) {
    const own = findOwn(specifier, context.parentURL);
    if (own) return { url: own, format: "module-typescript", shortCircuit: true };
    if (!/^drizzle-orm(\/|$)/.test(specifier)) return next(specifier, context);
    if (!resolved.has(specifier)) resolved.set(specifier, find(specifier));
    const url = resolved.get(specifier);
    return url ? { url, format: "commonjs", shortCircuit: true } : next(specifier, context);
  },
});

function findOwn(specifier, parent = "") {
  if (!specifier.endsWith(".ts")) return undefined;
  if (/^#(lib|components|sdk)\//.test(specifier)) return ROOT + specifier.slice(1);
  // A package may ask for a path from elsewhere than its own folder.
  const isBetweenOwn =
    /^\.{1,2}\//.test(specifier) && parent.startsWith(ROOT) && parent.endsWith(".ts");
  return isBetweenOwn ? new URL(specifier, parent).href : undefined;
}

function find(specifier) {
  const name = specifier.slice("drizzle-orm/".length) || "index";
  return [`${name}.cjs`, `${name}/index.cjs`]
    .map((file) => new URL(file, DRIZZLE))
    .find((url) => existsSync(url))?.href;
}
