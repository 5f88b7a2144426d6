import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "playwright/test";
import { WIDTHS } from "./fits.ts";
import { shrink } from "./shrink.ts";
import { freeze } from "./states/freeze.ts";
import { bringAbout, createStage } from "./states/stage.ts";
import { SHOPPER_STATES, STATES } from "./states/table.ts";

const FOLDER = "e2e/screenshots";
const SCHEMES = ["light", "dark"] as const;
// `npm run screenshots` takes them anew; the tests only look whether all are there.
const isPhotographing = Boolean(process.env["SCREENSHOTS"]);

const fileOf = (name: string, width: number, scheme: string) => `${name}-${width}-${scheme}.png`;
/** The pseudo-language shows best on a narrow phone what is too long. */
const pseudoFileOf = (name: string) => `pseudo-${name}-${WIDTHS[0]}.png`;

async function photograph(page: Page, name: string): Promise<void> {
  const heights = await fitFrames(page);
  await freeze(page);
  for (const scheme of SCHEMES) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await page.locator("iframe").evaluateAll(setHeight, heights.get(width));
      if (heights.size > 0) await showWhole(page, width);
      await keepPicture(page, fileOf(name, width, scheme));
    }
  }
}

async function photographPseudo(page: Page, name: string): Promise<void> {
  await freeze(page);
  await page.setViewportSize({ width: WIDTHS[0], height: 800 });
  await keepPicture(page, pseudoFileOf(name));
}

async function keepPicture(page: Page, file: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const picture = await page.screenshot({ fullPage: true, animations: "disabled" });
  writeFileSync(join(FOLDER, file), shrink(picture));
}

/** Waits at each width until a frame on the page is as high as what it holds; answers how high that is. */
async function fitFrames(page: Page): Promise<Map<number, number>> {
  const heights = new Map<number, number>();
  for (const frame of page.frames().slice(1)) {
    const element = await frame.frameElement();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await expect(async () => {
        const asked = await frame.evaluate(() => [
          window.innerWidth,
          Math.ceil(document.body.getBoundingClientRect().height),
        ]);
        const given = await element.evaluate(sizeOf);
        expect(given).toEqual(asked);
        heights.set(width, given[1] ?? 0);
      }).toPass();
    }
  }
  return heights;
}

/** Makes the window as high as the page: what stands in a frame is drawn by another process, and only where it is seen. */
async function showWhole(page: Page, width: number): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height });
  for (const frame of page.frames().slice(1)) {
    const given = await (await frame.frameElement()).evaluate(sizeOf);
    await expect.poll(() => frame.evaluate(() => [innerWidth, innerHeight])).toEqual(given);
    await frame.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
  }
}

// These run in the page. A frozen frame no longer asks for its height.
function sizeOf(frame: Node) {
  const { clientWidth, clientHeight } = frame as HTMLElement;
  return [clientWidth, clientHeight];
}

function setHeight(frames: Node[], height: number | undefined) {
  for (const frame of frames) {
    (frame as HTMLElement).style.setProperty("height", `${height}px`, "important");
  }
}

for (const [name, state] of isPhotographing ? Object.entries(STATES) : []) {
  test(`${name} is photographed`, async ({ page, context, browser, request }) => {
    const open = await bringAbout(state, await createStage({ page, context, browser, request }));
    await open();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(state.heading);
    await photograph(page, name);
    if (state.readBy === "merchant") return;
    await page.emulateMedia({ colorScheme: "light" });
    await open("qps");
    await expect(page.locator("html")).toHaveAttribute("lang", "qps");
    await photographPseudo(page, name);
  });
}

test("there is a picture of every state, and of no other", () => {
  const expected = Object.keys(STATES).flatMap((name) =>
    WIDTHS.flatMap((width) => SCHEMES.map((scheme) => fileOf(name, width, scheme))),
  );
  const pseudo = SHOPPER_STATES.map(([name]) => pseudoFileOf(name));
  const found = readdirSync(FOLDER);
  if (!isPhotographing) expect(found.toSorted()).toEqual([...expected, ...pseudo].toSorted());
});
