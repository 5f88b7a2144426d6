import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: [
    "./lib/db/schema.ts",
    "./lib/db/console-schema.ts",
    "./lib/db/sandbox-schema.ts",
    "./lib/db/transfer-schema.ts",
  ],
  out: "./lib/db/migrations",
});
