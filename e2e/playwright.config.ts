import { defineConfig, devices } from "playwright/test";
import { isFull } from "#lib/testing/lane.ts";
import { APP_PORT } from "../scripts/ports.ts";
import { browserOptions } from "./kit/browser.ts";

// The slowest files start first.
const LONG = isFull ? "**/{nasty,upgrade.full}.spec.ts" : "**/{qa-kit,start}.spec.ts";
const LEFT = isFull ? [] : ["**/*.full.spec.ts"];
const use = devices["Desktop Chrome"] ?? {};

export default defineConfig({
  testDir: ".",
  outputDir: "../test-results/browser",
  globalSetup: "./kit/global-setup.ts",
  fullyParallel: true,
  forbidOnly: true,
  workers: 3,
  // A flaky test counts as failed.
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"], ["./kit/reporter.ts"]],
  use: {
    baseURL: `http://localhost:${APP_PORT}`,
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: browserOptions(),
  },
  projects: [
    { name: "long", use, testMatch: LONG, testIgnore: LEFT },
    { name: "others", use, testIgnore: [LONG, ...LEFT] },
  ],
});
