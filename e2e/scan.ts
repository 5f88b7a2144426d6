import jsqr from "jsqr";
import type { Locator } from "playwright/test";
import { expect } from "playwright/test";
import { PNG } from "pngjs";

// Cameras read nothing else for certain, whatever the colours of the page are.
const DARK_ON_WHITE = { inversionAttempts: "dontInvert" } as const;

/** Decodes the QR code on a screenshot of `locator`, as a phone's camera would see it. */
export async function scan(locator: Locator): Promise<string> {
  let text: string | undefined;
  await expect(async () => {
    const { data, width, height } = PNG.sync.read(await locator.screenshot({ scale: "device" }));
    text = jsqr(new Uint8ClampedArray(data), width, height, DARK_ON_WHITE)?.data;
    expect(text, "a code can be read on the screenshot").toBeTruthy();
  }).toPass();
  return text ?? "";
}
