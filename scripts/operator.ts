import { operate } from "./operator/operate.ts";

process.exitCode = await operate(process.argv.slice(2), process);
