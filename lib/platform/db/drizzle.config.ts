import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: [
    "./lib/platform/db/schema.ts",
    "./lib/platform/db/console-schema.ts",
    "./lib/platform/db/sandbox-schema.ts",
    "./lib/platform/db/transfer-schema.ts",
  ],
  out: "./lib/platform/db/migrations",
});
