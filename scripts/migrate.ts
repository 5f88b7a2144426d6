import { migrateDatabase } from "./operator/migrate.ts";

process.exitCode = await migrateDatabase(process.argv.slice(2), process);
