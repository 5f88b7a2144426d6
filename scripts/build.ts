import { build } from "./site.ts";

process.exitCode = await build();
