import { registerHooks } from "node:module";

/*
 * Node parses the 180 kB export map of drizzle-orm for each import, which takes half the start time of a process of the product.
 * With `--import`, this file resolves those imports without the map.
 */
const resolved = new Map();

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = "" } = context;
    if (specifier.startsWith("drizzle-orm") && parentURL.endsWith(".ts")) {
      const known = resolved.get(specifier) ?? next(specifier, context);
      resolved.set(specifier, known);
      return { ...known, shortCircuit: true };
    }
    const isInside = parentURL.includes("/node_modules/drizzle-orm/");
    if (!isInside || !/^\..*\.js$/.test(specifier)) return next(specifier, context);
    return { url: new URL(specifier, parentURL).href, format: "module", shortCircuit: true };
  },
});
