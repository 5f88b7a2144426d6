import { existsSync } from "node:fs";
import { enableCompileCache, registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

/*
 * Node parses the 180 kB export map of drizzle-orm for each import, and again inside of it: half the start time and half the
 * memory of a process. This file resolves these imports without the map, to the CommonJS files, which import no others through
 * it. It also keeps compiled code for the next start.
 */
const DRIZZLE = new URL("../node_modules/drizzle-orm/", import.meta.url);
const resolved = new Map();

enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/node", import.meta.url)));

registerHooks({
  resolve(specifier, context, next) {
    if (!/^drizzle-orm(\/|$)/.test(specifier)) return next(specifier, context);
    if (!resolved.has(specifier)) resolved.set(specifier, find(specifier));
    const url = resolved.get(specifier);
    return url ? { url, format: "commonjs", shortCircuit: true } : next(specifier, context);
  },
});

function find(specifier) {
  const name = specifier.slice("drizzle-orm/".length) || "index";
  return [`${name}.cjs`, `${name}/index.cjs`]
    .map((file) => new URL(file, DRIZZLE))
    .find((url) => existsSync(url))?.href;
}
