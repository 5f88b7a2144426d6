import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: ["./lib/*/model/{schema,*.schema}.ts", "./lib/platform/db/schema.ts"],
  out: "./lib/platform/db/migrations",
});
