import jsqr from "jsqr";
import type { Locator } from "playwright/test";
import { PNG } from "pngjs";
import { until } from "./until.ts";

// Cameras read other colours unreliably.
const DARK_ON_WHITE = { inversionAttempts: "dontInvert" } as const;

/**
 * Decodes the QR code in `locator` from a screenshot, like a phone's camera.
 * @throws after `timeoutMs` (10 s) without a readable code.
 */
export function scanQr(locator: Locator, { timeoutMs = 10_000 } = {}): Promise<string> {
  return until(
    "a QR code that can be read",
    async () => {
      const { data, width, height } = PNG.sync.read(
        await locator.screenshot({ scale: "device", timeout: timeoutMs }),
      );
      // A code is never empty.
      return jsqr(new Uint8ClampedArray(data), width, height, DARK_ON_WHITE)?.data || undefined;
    },
    timeoutMs,
  );
}
