import { expect, type Page } from "playwright/test";
import { findTroubles, WIDTHS } from "./fits.ts";

// Dates are written by Intl, not by us.
const DATES = /\d{1,2} \p{L}+ \d{4} at \d{2}:\d{2} UTC/gu;
const IN_BRACKETS = /\[[^[\]]*\]/g;

/** Holds a page that was asked for in the pseudo-language against it, at every width. */
export async function expectPseudo(page: Page, name: string): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", "qps");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^\[.+\]$/);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    expect(await findTroubles(page), `${name} in qps at ${width} px`).toEqual([]);
  }
  expect(await untranslated(page), name).toEqual([]);
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
