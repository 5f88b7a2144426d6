import { readFileSync } from "node:fs";
import type { default as Axe, RunOnly } from "axe-core";
import { expect, type Locator, type Page } from "playwright/test";
import { expectFits, findTroubles } from "./fits.ts";

export const NARROW = { width: 320, height: 640 };

const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Checks WCAG 2.2 AA in light and dark, and overflow, without frames. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOf(page, { type: "tag", values: WCAG }), page.url()).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${page.url()} fits the window`).toBeLessThanOrEqual(0);
  await expectContrastInDark(page);
}

async function expectContrastInDark(page: Page): Promise<void> {
  await changeScheme(page, "dark");
  const contrast: RunOnly = { type: "rule", values: ["color-contrast"] };
  expect(await violationsOf(page, contrast), `${page.url()} in dark`).toEqual([]);
  await changeScheme(page, "light");
}

/** `@axe-core/playwright` would load axe for each call, and report passing rules too. */
async function violationsOf(page: Page, runOnly: RunOnly): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(async (runOnly) => {
    const { axe } = window as typeof window & { axe: typeof Axe };
    const { violations } = await axe.run(
      { exclude: [["iframe"]] },
      { runOnly, resultTypes: ["violations"] },
    );
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  }, runOnly);
}

async function changeScheme(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // Finishes transitions, because mixed colours belong to neither scheme. Animations in folded content never finish by
  // themselves.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation instanceof CSSTransition) animation.finish();
    }
  });
}

/** Checks a right-to-left page: only data may run left to right. */
export async function expectMirrored(root: Locator): Promise<void> {
  const found = await root.evaluate((top) => {
    const isText = ({ nodeType, textContent }: ChildNode) =>
      nodeType === Node.TEXT_NODE && textContent?.trim() !== "";
    const isValue = (element: Element): boolean =>
      element !== top &&
      (element.matches("bdi, [dir]:not(html)") ||
        (element.parentElement !== null && isValue(element.parentElement)));
    const texts = [...top.querySelectorAll("*")].filter(
      (element) =>
        [...element.childNodes].some(isText) && element.checkVisibility() && !isValue(element),
    );
    const unmirrored = texts.filter((element) => {
      const { direction, textAlign } = getComputedStyle(element);
      return direction !== "rtl" || textAlign === "left";
    });
    return unmirrored.map(({ outerHTML }) => outerHTML.slice(0, 200));
  });
  expect(found, `${root.page().url()} from right to left`).toEqual([]);
}

/** Buttons need an edge, and QR codes stay unchanged. */
export async function expectForcedColours(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: "active" });
  const found = await page.evaluate(() => {
    const isShown = (element: Element) => element.getClientRects().length > 0;
    const shown = (selector: string) => [...document.querySelectorAll(selector)].filter(isShown);
    // Browsers draw these themselves.
    const noEdge = shown(
      "button, a.inline-flex.border, input:not([type=hidden], [type=checkbox], [type=radio])",
    ).filter((element) => {
      const { borderTopWidth, borderTopColor, backgroundColor, textDecorationLine } =
        getComputedStyle(element);
      if (textDecorationLine.includes("underline")) return false;
      return Number.parseFloat(borderTopWidth) < 1 || borderTopColor === backgroundColor;
    });
    const faint = shown("main svg[stroke=currentColor]").filter(
      (icon) => getComputedStyle(icon).stroke === getComputedStyle(document.body).backgroundColor,
    );
    return [...noEdge, ...faint].map(({ outerHTML }) => outerHTML.slice(0, 200));
  });
  expect(found, `${page.url()} in forced colours`).toEqual([]);
  await page.emulateMedia({ forcedColors: null });
}

/** WCAG 2.2, 1.4.12. */
export async function expectTextSpacing(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }",
    );
    document.adoptedStyleSheets = [sheet];
  });
  expect(await findTroubles(page), `${page.url()} with wide text`).toEqual([]);
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
}

export async function expectStill(page: Page): Promise<void> {
  const moving = await page.evaluate(() => document.getAnimations().length);
  expect(moving, `${page.url()} stands still`).toBe(0);
}

export async function expectReadable(page: Page): Promise<void> {
  await expectFits(page);
  await expectTextSpacing(page);
  await expectPerceivable(page);
}

/** What does not depend on the width. */
export async function expectPerceivable(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectStill(page);
  await expectForcedColours(page);
}
