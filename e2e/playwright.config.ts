import { defineConfig, devices } from "playwright/test";
import { findChromium } from "../scripts/chromium.ts";
import { APP_PORT } from "./ports.ts";

const executablePath = process.env["CHROMIUM_PATH"] ?? findChromium();
// Chromium's sandbox does not work for root.
const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];

export default defineConfig({
  testDir: ".",
  outputDir: "../test-results/browser",
  globalSetup: "./global-setup.ts",
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  use: {
    baseURL: `http://localhost:${APP_PORT}`,
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: {
      ...(executablePath && { executablePath }),
      // With it Chromium lets any frame navigate the page, which no shopper's browser does.
      ignoreDefaultArgs: ["--disable-popup-blocking"],
      args: [
        ...sandbox,
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // Test shops are answered by the test, so to Chromium they are public sites that reach into the local network.
        "--disable-features=LocalNetworkAccessChecks",
      ],
    },
  },
  projects: [{ name: "chromium", use: devices["Desktop Chrome"] ?? {} }],
});
