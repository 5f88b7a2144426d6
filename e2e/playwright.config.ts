import { defineConfig, devices } from "playwright/test";
import { browserOptions } from "./browser.ts";
import { APP_PORT } from "./ports.ts";

export default defineConfig({
  testDir: ".",
  outputDir: "../test-results/browser",
  globalSetup: "./global-setup.ts",
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // Elsewhere a test that fails once in a while is to be seen at once; there it is reported by name and tried once more.
  retries: process.env["CI"] ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  use: {
    baseURL: `http://localhost:${APP_PORT}`,
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: browserOptions(),
  },
  projects: [{ name: "chromium", use: devices["Desktop Chrome"] ?? {} }],
});
