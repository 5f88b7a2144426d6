import type { LaunchOptions } from "playwright/test";
import { findChromium, SANDBOX } from "../scripts/chromium.ts";

const executablePath = findChromium();

/** How the browser of the tests is started, with `extra` arguments. */
export function browserOptions(...extra: string[]): LaunchOptions {
  return {
    ...(executablePath && { executablePath }),
    // With it Chromium lets any frame navigate the page, which no shopper's browser does.
    ignoreDefaultArgs: ["--disable-popup-blocking"],
    args: [
      ...SANDBOX,
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // Test shops are answered by the test, so to Chromium they are public sites that reach into the local network.
      "--disable-features=LocalNetworkAccessChecks",
      ...extra,
    ],
  };
}
