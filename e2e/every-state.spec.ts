import { expect, type Page } from "playwright/test";
import { expectAccessible, expectReadable } from "./accessible.ts";
import { test } from "./shared-context.ts";
import { bringAbout, createStage, type State } from "./states/stage.ts";
import { STATES } from "./states/table.ts";
import { watchStillness } from "./stillness.ts";
import { structureOf } from "./structure.ts";
import { comeAlive, ownScriptsOf, SHOPPER_SCRIPTS } from "./weight.ts";

for (const [name, state] of Object.entries(STATES)) {
  const isShoppers = state.readBy === "shopper";
  const rest = isShoppers ? "the gallery shows the same" : "everybody can read it";
  test(`${name} is brought about, and ${rest}`, async ({ page, context, browser, request }) => {
    await watchStillness(page);
    const open = await bringAbout(state, await createStage({ page, context, browser, request }));
    await open();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(state.heading);
    await expect(page).toHaveTitle(state.title ?? state.heading);
    await comeAlive(page);
    // The names of languages in the foot are in many scripts, whose fonts may come late.
    expect(await page.evaluate(() => window.shifts?.filter(({ isFoot }) => !isFoot))).toEqual([]);
    if (!isShoppers) return expectReadable(page);
    await expectShoppers(page, state);
    await expectAccessible(page);
    await expectInGallery(page, name, state);
  });
}

/** Scripts are within the budget, and a test payment says that it is one. */
async function expectShoppers(page: Page, { isPlain = false }: State): Promise<void> {
  expect(await ownScriptsOf(page)).toBeLessThanOrEqual(SHOPPER_SCRIPTS);
  const testLine = page.getByText("Test mode – no real money", { exact: true });
  await expect(testLine).toHaveCount(isPlain ? 0 : 1);
}

/** The gallery's page of the state is the page that is open, so what is proven of its looks holds for this one. */
async function expectInGallery(page: Page, name: string, state: State): Promise<void> {
  const structure = await structureOf(page);
  await page.goto(`/gallery/${name}`);
  await state.arrange?.(page);
  await comeAlive(page);
  await expect(page).toHaveTitle(state.title ?? state.heading);
  expect(await structureOf(page)).toEqual(structure);
}
