import { defineConfig, devices } from "playwright/test";
import { browserOptions } from "./browser.ts";
import { APP_PORT } from "./ports.ts";

// The journeys of the quick lane; `npm run test:all` runs every file.
const left = process.env["TEST_ALL"] === "true" ? [] : ["**/*.full.spec.ts"];
// These begin first, so that none is still running when all others have ended.
const long = ["**/{nasty,qa-kit,upgrade.full}.spec.ts"];
const use = devices["Desktop Chrome"] ?? {};

export default defineConfig({
  testDir: ".",
  outputDir: "../test-results/browser",
  globalSetup: "./global-setup.ts",
  fullyParallel: true,
  forbidOnly: true,
  workers: 3,
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
  projects: [
    { name: "long", use, testMatch: long, testIgnore: left },
    { name: "chromium", use, testIgnore: [...left, ...long] },
  ],
});
