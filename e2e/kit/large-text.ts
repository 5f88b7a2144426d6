import { expect, type Page } from "playwright/test";
import { isFull } from "#lib/testing/lane.ts";
import { findTroubles } from "./fits.ts";

/** A desktop and two phones. */
const WIDTHS = isFull ? [1280, 390, 320] : [1280, 320];

/**
 * With text twice as large, as apps and browsers show it without zoom, nothing is cut off, and amounts and short words stay on one
 * line (WCAG 2.2, 1.4.4).
 */
export async function expectLargeText(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const troubles = [...(await findTroubles(page)), ...(await findBroken(page))];
    expect(troubles, `${page.url()} at ${width} px with large text`).toEqual([]);
  }
  await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
}

/** Numbers and short words on two lines, and lists that scroll sideways. */
export function findBroken(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // An amount is one word: its spaces do not break.
    const UNBROKEN = [
      /(?:[^\s]+[\u00a0\u202f])*[^\s]*\d[^\s]*(?:[\u00a0\u202f][^\s]+)*/gu,
      /(?<!\S)[\p{L}\p{M}]{2,8}(?=[\s.,:;?!…]|$)/gu,
    ];
    // A long reference has no place to break at.
    const isText = (element: Element) =>
      element.checkVisibility() &&
      element.clientWidth !== 1 &&
      !element.closest("bdi[dir=ltr], svg");
    function linesOf(text: Text, from: number, to: number): number {
      const range = document.createRange();
      range.setStart(text, from);
      range.setEnd(text, to);
      const ends = [...range.getClientRects()].map(({ bottom }) => Math.round(bottom));
      return new Set(ends).size;
    }
    function brokenIn(text: Text): string[] {
      if (linesOf(text, 0, text.length) === 1) return [];
      const words = UNBROKEN.flatMap((word) => [...(text.nodeValue ?? "").matchAll(word)]);
      return words
        .filter(({ 0: word, index }) => linesOf(text, index, index + word.length) > 1)
        .map(({ 0: word }) => `broken: ${word} in ${text.parentElement?.outerHTML.slice(0, 160)}`);
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) {
      const { currentNode: node } = walker;
      if (node instanceof Text && node.parentElement && isText(node.parentElement)) {
        texts.push(node);
      }
    }
    const scrolled = [...document.querySelectorAll("main *")].filter(
      (element) =>
        getComputedStyle(element).overflowX === "auto" &&
        element.scrollWidth > element.clientWidth + 1,
    );
    return [
      ...texts.flatMap(brokenIn),
      ...scrolled.map(({ outerHTML }) => `scrolls: ${outerHTML.slice(0, 160)}`),
    ];
  });
}
