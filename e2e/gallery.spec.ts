import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "playwright/test";
import { expectFits, WIDTHS } from "./fits.ts";
import { shrink } from "./shrink.ts";
import { freeze } from "./states/freeze.ts";
import { createStage, show } from "./states/stage.ts";
import { STATES } from "./states/table.ts";

const FOLDER = "e2e/screenshots";
const SCHEMES = ["light", "dark"] as const;
// `npm run screenshots` takes them anew; the tests only look whether all are there.
const isPhotographing = Boolean(process.env["SCREENSHOTS"]);

const fileOf = (name: string, width: number, scheme: string) => `${name}-${width}-${scheme}.png`;

async function photograph(page: Page, name: string): Promise<void> {
  await freeze(page);
  mkdirSync(FOLDER, { recursive: true });
  for (const scheme of SCHEMES) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await untilFramesFit(page);
      const path = join(FOLDER, fileOf(name, width, scheme));
      writeFileSync(
        path,
        shrink(await page.screenshot({ fullPage: true, animations: "disabled" })),
      );
    }
  }
}

// What another process draws follows a little later.
async function untilFramesFit(page: Page): Promise<void> {
  for (const frame of page.frames().slice(1)) {
    const element = await frame.frameElement();
    const width = await element.evaluate((shown) => (shown as HTMLElement).clientWidth);
    await expect.poll(() => frame.evaluate(() => window.innerWidth)).toBe(width);
  }
}

for (const [name, state] of Object.entries(STATES)) {
  test(`${name} fits every window`, async ({ page, context, browser, request }) => {
    await show(state, await createStage({ page, context, browser, request }));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(state.heading);
    await expectFits(page);
    if (isPhotographing) await photograph(page, name);
  });
}

test("there is a picture of every state, and of no other", () => {
  const expected = Object.keys(STATES).flatMap((name) =>
    WIDTHS.flatMap((width) => SCHEMES.map((scheme) => fileOf(name, width, scheme))),
  );
  const found = readdirSync(FOLDER).filter((file) => !file.startsWith("pseudo-"));
  if (!isPhotographing) expect(found.toSorted()).toEqual(expected.toSorted());
});
