import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: "./lib/*/schema.ts",
  out: "./lib/platform/db/migrations",
});
