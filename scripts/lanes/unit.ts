import { runUnit } from "./parts.ts";

process.exit(await runUnit(process.argv.slice(2)));
