import jsqr from "jsqr";
import type { Locator } from "playwright/test";
import { PNG } from "pngjs";
import { until } from "./until.ts";

// Cameras read nothing else for certain, whatever the colours of the page are.
const DARK_ON_WHITE = { inversionAttempts: "dontInvert" } as const;

/**
 * Decodes the QR code that `locator` shows, from a screenshot, as a phone's camera sees it. Throws after `timeoutMs`
 * (10 s) without a code that can be read.
 */
export function scanQr(locator: Locator, { timeoutMs = 10_000 } = {}): Promise<string> {
  return until(
    "a QR code that can be read",
    async () => {
      const { data, width, height } = PNG.sync.read(
        await locator.screenshot({ scale: "device", timeout: timeoutMs }),
      );
      // What a code holds is never empty.
      return jsqr(new Uint8ClampedArray(data), width, height, DARK_ON_WHITE)?.data || undefined;
    },
    timeoutMs,
  );
}
