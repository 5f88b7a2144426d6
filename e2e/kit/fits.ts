import { expect, type Page } from "playwright/test";
import { isFull } from "#lib/testing/lane.ts";

export const WIDTHS = [320, 768, 1280] as const;

/** 900 is the narrowest with two columns, 640 a desktop at 200 % zoom. The narrowest comes last. */
const ALL = [1280, 900, 768, 640, 320];
/** For shoppers' pages, whose styles change only at 640 and 900 px. */
export const SHOPPER_WIDTHS = isFull ? ALL : [900, 320];

/** Nothing is cut off or scrolls sideways. */
export async function expectFits(page: Page, widths: readonly number[] = ALL): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect(await findTroubles(page), `${page.url()} at ${width} px`).toEqual([]);
  }
}

export async function findTroubles(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // A folded code has to be large enough too, once it is shown. Unfolded and folded again before a paint, nothing moves.
    const code = 'svg[role="img"][height="320"]';
    const folds = [...document.querySelectorAll("details")].filter(
      (fold) => !fold.open && fold.querySelector(code),
    );
    for (const fold of folds) fold.open = true;
    const { scrollWidth, clientWidth } = document.documentElement;
    const scrolls = (element: Element) =>
      ["auto", "scroll"].includes(getComputedStyle(element).overflowX);
    const isScrolled = (element: Element): boolean =>
      scrolls(element) || (element.parentElement !== null && isScrolled(element.parentElement));
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const withText = new Set<HTMLElement>();
    while (walker.nextNode()) {
      const { parentElement: element, nodeValue } = walker.currentNode;
      if (element && nodeValue?.trim() !== "") withText.add(element);
    }
    // Text for screen readers is one pixel wide, and inline elements have no width.
    const texts = [...withText].filter(
      (element) => element.clientWidth > 1 && element.checkVisibility(),
    );
    const isCutOff = (element: HTMLElement) =>
      (element.scrollWidth > element.clientWidth + 1 && !scrolls(element)) ||
      (element.scrollHeight > element.clientHeight + 1 &&
        ["hidden", "clip"].includes(getComputedStyle(element).overflowY));
    const isOutside = (element: HTMLElement) => {
      const { left, right } = element.getBoundingClientRect();
      return (left < -1 || right > clientWidth + 1) && !isScrolled(element);
    };
    const small = [...document.querySelectorAll(code)].filter(
      (one) => one.getBoundingClientRect().width < 240,
    );
    const troubles = [
      ...(scrollWidth > clientWidth ? [`scrolls aside: ${scrollWidth} > ${clientWidth}`] : []),
      ...texts.filter(isCutOff).map(({ outerHTML }) => `cut off: ${outerHTML.slice(0, 200)}`),
      ...texts.filter(isOutside).map(({ outerHTML }) => `outside: ${outerHTML.slice(0, 200)}`),
      ...small.map(() => "a code of less than 240 px"),
    ];
    for (const fold of folds) fold.open = false;
    return troubles;
  });
}
