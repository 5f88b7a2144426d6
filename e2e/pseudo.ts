import { join } from "node:path";
import { expect, type Page } from "playwright/test";

const WIDTHS = [320, 768, 1280] as const;
const SCREENSHOTS = join(import.meta.dirname, "screenshots");

// Dates are written by Intl, not by us.
const DATES = /\d{1,2} \p{L}+ \d{4} at \d{2}:\d{2} UTC/gu;
const IN_BRACKETS = /\[[^[\]]*\]/g;

/** Holds a page that was asked for in the pseudo-language against it, at three widths, and takes a picture where wanted. */
export async function expectPseudo(page: Page, name: string): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", "qps");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^\[.+\]$/);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflowing(page), `${name} at ${width} px`).toEqual([]);
  }
  expect(await untranslated(page), name).toEqual([]);
}

/** States that are pictured, by `PSEUDO_SCREENSHOTS=1 npm run e2e -- pseudo-language`. */
const PICTURED = ["ready", "opened", "declined", "succeeded", "bank-list", "review"];

/** A picture of the whole page, when pictures are asked for. */
export async function photograph(page: Page, name: string): Promise<void> {
  if (!process.env["PSEUDO_SCREENSHOTS"] || !PICTURED.includes(name)) return;
  await page.setViewportSize({ width: 320, height: 640 });
  const path = join(SCREENSHOTS, `pseudo-${name}-320.png`);
  await page.screenshot({ path, fullPage: true, animations: "disabled" });
}

/** Texts of a page that stand in no message: data apart, what no catalogue holds. */
export async function untranslated(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    // Values of merchants, banks and payers are marked as such; a closed list of languages is not shown.
    const isData = (element: Element) => element.closest("bdi, [dir=ltr]:not(html), script, style");
    const blockOf = (element: Element): Element => {
      const isInline = ["inline", "contents"].includes(getComputedStyle(element).display);
      return isInline && element.parentElement ? blockOf(element.parentElement) : element;
    };
    const blocks = new Map<Element, string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement: element, nodeValue } = walker.currentNode;
      if (!element?.checkVisibility() || isData(element)) continue;
      const block = blockOf(element);
      blocks.set(block, `${blocks.get(block) ?? ""}${nodeValue}`);
    }
    const named = [
      ...document.body.querySelectorAll("[aria-label], [alt], [title], [placeholder]"),
    ];
    const names = named.flatMap((element) =>
      element.checkVisibility()
        ? ["aria-label", "alt", "title", "placeholder"].map(
            (name) => element.getAttribute(name) ?? "",
          )
        : [],
    );
    return [document.title, ...blocks.values(), ...names];
  });
  return texts.filter((text) => /\p{L}/u.test(withoutMessages(text.replace(DATES, ""))));
}

function withoutMessages(text: string): string {
  const less = text.replace(IN_BRACKETS, "");
  return less === text ? text : withoutMessages(less);
}

/** Texts that are wider or higher than the room they have, and the page itself where it is wider than the window. */
async function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const found = scrollWidth > clientWidth ? [`page: ${scrollWidth} > ${clientWidth}`] : [];
    for (const element of document.body.querySelectorAll("*")) {
      const holdsText = [...element.childNodes].some(
        ({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim(),
      );
      // What only screen readers get is one pixel wide.
      if (!holdsText || !element.checkVisibility() || element.closest(".sr-only, option")) continue;
      const style = getComputedStyle(element);
      const isWide = element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1;
      const isHigh =
        ["hidden", "clip"].includes(style.overflowY) &&
        element.scrollHeight > element.clientHeight + 1;
      const { left, right } = element.getBoundingClientRect();
      const isOutside = left < -1 || right > clientWidth + 1;
      if (isWide || isHigh || isOutside) found.push(element.outerHTML.slice(0, 200));
    }
    return found;
  });
}
