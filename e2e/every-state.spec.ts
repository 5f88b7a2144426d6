import { expect, type Page, test } from "playwright/test";
import {
  expectAccessible,
  expectAccessibleInLight,
  expectForcedColours,
  expectMirrored,
  expectStill,
  expectTextSpacing,
} from "./accessible.ts";
import { expectFits, findTroubles } from "./fits.ts";
import { createMerchantServer } from "./merchant.ts";
import { expectPseudo, untranslated } from "./pseudo.ts";
import { servers } from "./servers.ts";
import { bringAbout, createStage, type State } from "./states/stage.ts";
import { STATES } from "./states/table.ts";
import { UNPICTURED_STATES } from "./states/unpictured.ts";
import { watchStillness } from "./stillness.ts";
import { comeAlive, ownScriptsOf, SHOPPER_SCRIPTS } from "./weight.ts";

const NARROW = { width: 320, height: 640 };

/** Those whose words and sentences are the longest. */
const LONGEST = ["de", "el", "fi", "hu", "ro", "fr"] as const;

test.use({ viewport: NARROW });

test("what shuts people out is found", async ({ page }) => {
  const measures = [expectAccessible, expectStill, expectForcedColours, expectTextSpacing];
  const html = (style: string, more: string) =>
    `<!doctype html><html lang="en"><title>Page</title><style>${style}</style><main><h1>Page</h1><button>Press</button>${more}</main></html>`;
  await page.setContent(html("", "<p>Words</p>"));
  for (const measure of measures) await measure(page);
  const style = `
    @keyframes turn { to { rotate: 1turn } } h1 { animation: turn 1s infinite }
    button { border: 0 }
    p { width: 11ch; overflow: hidden; font-family: monospace; white-space: nowrap }`;
  await page.setContent(html(style, '<img src="data:,"><p>Ten digits</p>'));
  expect(await findTroubles(page), "the words fit until they are set wider").toEqual([]);
  for (const measure of measures) {
    await expect(measure(page), measure.name).rejects.toThrow(page.url());
  }
});

test("what only the dark scheme makes hard to read is found", async ({ page }) => {
  const html = (colour: string) =>
    `<!doctype html><html lang="en"><title>Page</title><style>@media (prefers-color-scheme: dark) { p { color: ${colour} } }</style><main><h1>Page</h1><p>Words</p></main></html>`;
  await page.setContent(html("#333"));
  await expectAccessible(page);
  await page.setContent(html("#bbb"));
  await expect(expectAccessible(page)).rejects.toThrow("color-contrast");
});

test("what is cut off, stands outside or runs the wrong way is found", async ({ page }) => {
  const html = (style: string) =>
    `<!doctype html><html lang="ar" dir="rtl"><style>${style}</style><p>Words of a line</p><bdi>AB 12</bdi></html>`;
  await page.setContent(html(""));
  expect(await findTroubles(page)).toEqual([]);
  await expectMirrored(page);
  for (const [style, words] of [
    ["p { width: 3ch; white-space: nowrap }", "cut off"],
    ["p { height: 1ch; overflow: hidden }", "cut off"],
    ["p { position: absolute; inset-inline-start: -1rem }", "outside"],
  ] as const) {
    await page.setContent(html(style));
    expect((await findTroubles(page)).join(), style).toContain(words);
  }
  for (const style of ["p { text-align: left }", "p { direction: ltr }"]) {
    await page.setContent(html(style));
    await expect(expectMirrored(page), style).rejects.toThrow("Words of a line");
  }
});

test("what is in no catalogue is found", async ({ page, request }) => {
  const { redirectUrl } = await createMerchantServer(request, servers().app).create();
  await page.goto(`${redirectUrl}&lang=en`);
  expect(await untranslated(page)).toContain("Scan with your phone");
});

for (const [name, state] of Object.entries({ ...STATES, ...UNPICTURED_STATES })) {
  const reader = state.readBy === "shopper" ? "everybody, in every language" : "everybody";
  test(`${name} can be read by ${reader}`, async ({ page, context, browser, request }) => {
    // Time has to run out in some states before there is anything to see.
    test.setTimeout(120_000);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await watchStillness(context);
    const open = await bringAbout(state, await createStage({ page, context, browser, request }));
    const title = page.getByRole("heading", { level: 1 });
    await open();
    await expect(title).toHaveText(state.heading);
    await expect(page).toHaveTitle(state.title ?? state.heading);
    await expectSound(page, state);
    await expectReadable(page);
    if (state.readBy === "merchant") return;

    for (const lang of LONGEST) {
      await open(lang);
      await expect(page.locator("html")).toHaveAttribute("lang", lang);
      await expect(title).not.toHaveText(state.heading);
      expect(await findTroubles(page), `${name} in ${lang}`).toEqual([]);
    }
    await open("ar");
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await expect(title).toHaveText(/\p{Script=Arabic}/u);
    expect(await findTroubles(page), `${name} in ar`).toEqual([]);
    await expectMirrored(page);
    await expectAccessibleInLight(page);
    await open("qps");
    await expectPseudo(page, name);
  });
}

/** Nothing moves by itself; on shoppers' pages scripts are within the budget, and a test says that it is one. */
async function expectSound(page: Page, { readBy, isPlain = false }: State): Promise<void> {
  await comeAlive(page);
  expect(await page.evaluate(() => window.shifts)).toEqual([]);
  if (readBy === "merchant") return;
  expect(await ownScriptsOf(page)).toBeLessThanOrEqual(SHOPPER_SCRIPTS);
  const testLine = page.getByText("Test mode – no real money", { exact: true });
  await expect(testLine).toHaveCount(isPlain ? 0 : 1);
}

/** Holds a page against every width, and on a narrow phone against what readers may need. */
async function expectReadable(page: Page): Promise<void> {
  await expectFits(page);
  await page.setViewportSize(NARROW);
  await expectAccessible(page);
  await expectStill(page);
  await expectForcedColours(page);
  await expectTextSpacing(page);
}
