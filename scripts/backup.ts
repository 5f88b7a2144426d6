import { backUp } from "./operator/backup.ts";

process.exitCode = await backUp(process.argv.slice(2), process);
