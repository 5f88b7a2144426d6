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
  await freeze(page);
  for (const scheme of SCHEMES) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await untilFramesFit(page);
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

// What another process draws follows a little later.
async function untilFramesFit(page: Page): Promise<void> {
  for (const frame of page.frames().slice(1)) {
    const element = await frame.frameElement();
    const width = await element.evaluate((shown) => (shown as HTMLElement).clientWidth);
    await expect.poll(() => frame.evaluate(() => window.innerWidth)).toBe(width);
  }
}

for (const [name, state] of isPhotographing ? Object.entries(STATES) : []) {
  test(`${name} is photographed`, async ({ page, context, browser, request }) => {
    const open = await bringAbout(state, await createStage({ page, context, browser, request }));
    await open();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(state.heading);
    await photograph(page, name);
  });
}

for (const [name, state] of isPhotographing ? SHOPPER_STATES : []) {
  test(`${name} is photographed in the pseudo-language`, async ({
    page,
    context,
    browser,
    request,
  }) => {
    const open = await bringAbout(state, await createStage({ page, context, browser, request }));
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
