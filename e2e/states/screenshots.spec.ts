import { mkdirSync } from "node:fs";
import { expect, type Page, test } from "playwright/test";
import { WIDTHS } from "../kit/fits.ts";
import { bringAbout, createStage, type State, stayFromShop } from "./stage.ts";
import { STATES } from "./table.ts";

const FOLDER = "test-results/screenshots";
/** Used in the documents. */
const DOCUMENTED: Record<string, string> = {
  "shop-pay-1280-light": "docs/images/shop.png",
  "payer-banks-320-light": "docs/images/bank.png",
  "succeeded-320-dark": "docs/images/paid.png",
  "console-overview-1280-light": "docs/images/setup-guide.png",
};
const SCHEMES = ["light", "dark"] as const;

async function photograph(page: Page, name: string): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await fitFrames(page);
      await keep(page, `${name}-${width}-${colorScheme}`);
    }
  }
}

async function keep(page: Page, name: string): Promise<void> {
  const options = { fullPage: true, animations: "disabled" } as const;
  await page.screenshot({ ...options, path: `${FOLDER}/${name}.png` });
  const path = DOCUMENTED[name];
  if (path !== undefined) await page.screenshot({ ...options, path });
}

/** Chromium draws only the visible part of a frame. */
async function fitFrames(page: Page): Promise<void> {
  for (const frame of page.frames().slice(1)) {
    const element = await frame.frameElement();
    await expect(async () => {
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height });
      const asked = await frame.evaluate(() => [
        window.innerWidth,
        Math.ceil(document.body.getBoundingClientRect().height),
      ]);
      expect(await element.evaluate(sizeOf)).toEqual(asked);
      expect(await frame.evaluate(() => [innerWidth, innerHeight])).toEqual(asked);
    }).toPass();
  }
}

// Runs in the page.
function sizeOf(frame: Node) {
  const { clientWidth, clientHeight } = frame as HTMLElement;
  return [clientWidth, clientHeight];
}

async function openInGallery(page: Page, name: string, { arrange }: State, lang = "en") {
  await page.goto(`/gallery/${name}?lang=${lang}`);
  await arrange?.(page);
}

for (const [name, state] of process.env["SCREENSHOTS"] ? Object.entries(STATES) : []) {
  test(`${name} is photographed`, async ({ page, context, browser, request }) => {
    mkdirSync(FOLDER, { recursive: true });
    await stayFromShop(context);
    if (state.readBy === "merchant") {
      await (await bringAbout(state, createStage({ page, browser, request })))();
      return photograph(page, name);
    }
    await openInGallery(page, name, state);
    await photograph(page, name);
    // The pseudo-language shows texts that are too long.
    await page.emulateMedia({ colorScheme: "light" });
    await openInGallery(page, name, state, "qps");
    await page.setViewportSize({ width: WIDTHS[0], height: 800 });
    await keep(page, `pseudo-${name}`);
  });
}
