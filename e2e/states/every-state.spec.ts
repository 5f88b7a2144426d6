import { expect, type Locator, type Page } from "playwright/test";
import { LANGUAGES } from "#lib/platform/i18n/locale.ts";
import {
  expectMirrored,
  expectPerceivable,
  expectReadable,
  expectTextSpacing,
} from "../kit/accessible.ts";
import { expectFits, SHOPPER_WIDTHS } from "../kit/fits.ts";
import { expectLargeText } from "../kit/large-text.ts";
import { untranslated } from "../kit/pseudo.ts";
import { test } from "../kit/shared-context.ts";
import { structureOf } from "../kit/structure.ts";
import { comeAlive, SHOPPER_SCRIPTS, scriptsOf } from "../kit/weight.ts";
import { wrongOffers } from "./offers.ts";
import { bringAbout, createStage, type State } from "./stage.ts";
import { STATES } from "./table.ts";

for (const [name, state] of Object.entries(STATES)) {
  const isShoppers = state.readBy === "shopper";
  const reach = isShoppers ? " in every language" : "";
  test(`${name} can be reached, and is accessible${reach}`, async ({ page, browser, request }) => {
    const open = await bringAbout(state, createStage({ page, browser, request }));
    await open();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(state.heading);
    await expect(page).toHaveTitle(state.title ?? state.heading);
    await comeAlive(page);
    // Language names in the footer need fonts that may load late.
    expect(await page.evaluate(() => window.shifts?.filter(({ isFoot }) => !isFoot))).toEqual([]);
    if (!isShoppers) return expectReadable(page);
    await expectPerceivable(page);
    await expectShoppers(page, state);
    const structure = await structureOf(page.locator("main"));
    await openInAllLanguages(page, name, state);
    // So each page's checks hold for the other too.
    expect(await structureOf(page.locator("body > [lang=en] main"))).toEqual(structure);
    await expectLooks(page, state);
  });
}

async function expectShoppers(page: Page, { isPlain = false }: State): Promise<void> {
  expect(await scriptsOf(page)).toBeLessThanOrEqual(SHOPPER_SCRIPTS);
  const testLine = page.getByText("Test mode – no real money", { exact: true });
  await expect(testLine).toHaveCount(isPlain ? 0 : 1);
}

async function openInAllLanguages(page: Page, name: string, { arrange }: State): Promise<void> {
  // At the first width checked, because a new layout is slow.
  const [width = 0] = SHOPPER_WIDTHS;
  await page.setViewportSize({ width, height: 800 });
  await clearTimers(page);
  await page.goto(`/gallery/${name}/languages`);
  await comeAlive(page);
  await arrange?.(page);
}

/** Prevents the automatic redirect to the app, which would abort another navigation. */
async function clearTimers(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (let id = window.setTimeout(() => {}); id > 0; id--) window.clearTimeout(id);
  });
}

async function expectLooks(page: Page, { heading, title = heading }: State): Promise<void> {
  const english = page.locator("body > [lang=en]");
  await expect(english).toHaveAttribute("title", title);
  await expect(english.locator("h1")).toHaveText(heading);
  expect(wrongOffers(heading.toString(), await controlsOf(english))).toEqual([]);
  const others = await page.locator("body > [lang]:not([lang=en]) h1").allTextContents();
  expect(others).toHaveLength(Object.keys(LANGUAGES).length);
  expect(others).not.toContain(heading);
  await expectMirrored(page.locator("body > [lang=ar]"));
  expect(await untranslated(page.locator("body > [lang=qps]"))).toEqual([]);
  await expectFits(page, SHOPPER_WIDTHS);
  await expectTextSpacing(page);
  await expectLargeText(page);
}

/** Also of folded parts. */
function controlsOf(root: Locator): Promise<string[]> {
  return root
    .locator("main :is(a, button, summary)")
    .evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility() || one.closest("details:not([open])"))
        .map((one) => (one.getAttribute("aria-label") ?? one.textContent ?? "").trim()),
    );
}
