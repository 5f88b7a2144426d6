import { runFaults } from "./parts.ts";

process.exit(await runFaults(process.argv.slice(2)));
