import type { LaunchOptions } from "playwright/test";
import { findChromium, SANDBOX } from "../../scripts/chromium.ts";

const executablePath = findChromium();

export function browserOptions(...extra: string[]): LaunchOptions {
  return {
    ...(executablePath && { executablePath }),
    // With it, Chromium lets any frame navigate the page, unlike shoppers' browsers.
    ignoreDefaultArgs: ["--disable-popup-blocking"],
    args: [
      ...SANDBOX,
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // Chromium sees test shops as public sites that access the local network.
      "--disable-features=LocalNetworkAccessChecks",
      ...extra,
    ],
  };
}
