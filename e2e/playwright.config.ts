import { defineConfig, devices } from "playwright/test";
import { browserOptions } from "./browser.ts";
import { APP_PORT } from "./ports.ts";

const isFull = process.env["TEST_ALL"] === "true";

export default defineConfig({
  testDir: ".",
  outputDir: "../test-results/browser",
  globalSetup: "./global-setup.ts",
  fullyParallel: true,
  forbidOnly: true,
  workers: 3,
  // The journeys of the quick lane; `npm run test:all` runs every file.
  testIgnore: isFull ? [] : "**/*.full.spec.ts",
  // A test that passes only when tried again has failed.
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"], ["./reporter.ts"]],
  use: {
    baseURL: `http://localhost:${APP_PORT}`,
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: browserOptions(),
  },
  projects: [{ name: "chromium", use: devices["Desktop Chrome"] ?? {} }],
});
