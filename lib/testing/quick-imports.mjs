import { registerHooks } from "node:module";

/*
 * The export map of drizzle-orm has 180 kB, and Node parses it for each import of the package and inside it: half the
 * time a process of the product takes to start. Loaded with `--import`, this answers such imports without it.
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
