import { restore } from "./operator/restore.ts";

process.exitCode = await restore(process.argv.slice(2), process);
